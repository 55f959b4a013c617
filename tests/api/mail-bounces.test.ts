/** Emails that come back: they weigh against the member's address, pause their emails, and the member turns them on again. */
import { beforeEach, expect, it } from 'vitest'
import { CreateThread, GetMailSettings, ResumeMail } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { handOver, INBOUND_SECRET, MAIL_DOMAIN } from '../harness/inbound.ts'
import { approve, clearMail, listMails, runAllJobs } from '../harness/mail.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer({
  PUBLIC_URL: 'https://peers.test',
  MAIL_DOMAIN,
  MAIL_INBOUND_SECRET: INBOUND_SECRET,
})
const { legal } = await networkIds(testServer)
const [helen, marcus, staff] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.staff)
const sql = testServer.sql

beforeEach(async () => {
  await clearMail(testServer)
  await sql('delete from inbound_mails')
})

/** The return path of an email to Marcus. */
async function returnPath(): Promise<string> {
  const { createThread } = await helen.ask(CreateThread, {
    topic: `Topic ${newKey()}`,
    body: '<p>Words.</p>',
    peer_network_ids: [legal],
    idempotency_key: newKey(),
  })
  await approve(staff, { thread_ids: [createThread.id] })
  await runAllJobs(testServer)
  return (await listMails(testServer)).findLast(({ to }) => to === demoMembers.peer)!.return_path
}
const report = (status: string, more = '') =>
  Buffer.from(
    [
      'From: MAILER-DAEMON@legal.test',
      'Subject: Undelivered Mail Returned to Sender',
      `Message-ID: <${newKey()}@legal.test>`,
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.legal.test',
      '',
      'Final-Recipient: rfc822; peer@legal.test',
      'Action: failed',
      `Status: ${status}`,
      ...(more ? [`Diagnostic-Code: smtp; ${more}`] : []),
      '',
      '--b--',
      '',
    ].join('\r\n'),
  )
async function comeBack(to: string, mail: Buffer) {
  expect((await handOver(testServer, mail, { to, from: '' })).status).toBe(200)
  await testServer.runJobs()
}
const anotherDay = () => sql(`update mail_members set bounced_at = bounced_at - interval '1 day'`)
const settingsOf = async (client = marcus) => (await client.ask(GetMailSettings, {})).mail_settings!

it('pause the emails of an address that failed for good on three days, and of nobody else (MAIL-bounces)', async () => {
  const path = await returnPath()
  for (const day of [1, 2, 3]) {
    expect((await settingsOf()).paused_at).toBeNull()
    // Twice a day counts once.
    await comeBack(path, report('5.1.1', `550 no such user ${day}`))
    await comeBack(path, report('5.1.1', `550 no such user ${day} again`))
    await anotherDay()
  }
  expect(await settingsOf()).toMatchObject({ pause_reason: 'bounces' })
  expect((await settingsOf(helen)).paused_at).toBeNull()
  expect(await sql(`select distinct state, reason, explanation from inbound_mails`)).toEqual([
    { state: 'not_posted', reason: 'bounce', explanation: 'hard 5.1.1' },
  ])
  await clearPosts()
  await marcus.ask(ResumeMail, {})
  expect(await returnPath()).toMatch(/^bounce-/)
})
const clearPosts = () => sql('delete from outgoing_mails')

it('weigh nothing where the content was refused, the email was only late, or its address has changed', async () => {
  const path = await returnPath()
  for (const mail of [report('5.7.1', '554 5.7.1 rejected as spam'), report('2.0.0')]) await comeBack(path, mail)
  await sql(`update users set email = 'marcus.new@legal.test' where id = $1`, [marcus.id])
  await comeBack(path, report('5.1.1'))
  await sql('update users set email = $2 where id = $1', [marcus.id, demoMembers.peer])
  expect(await sql('select from mail_members where bounce_score > 0')).toEqual([])
})

it('fade: a failure of some weeks ago hardly weighs', async () => {
  const path = await returnPath()
  await comeBack(path, report('5.1.1', '550 one'))
  await sql(`update mail_members set bounced_at = now() - interval '28 days'`)
  await comeBack(path, report('5.1.1', '550 two'))
  const [weight] = await sql<{ bounce_score: number }>('select bounce_score from mail_members where user_id = $1', [
    marcus.id,
  ])
  expect(weight!.bounce_score).toBeCloseTo(1 + 1 / 16, 2)
})

it('pause at once after a complaint, with the reason', async () => {
  const path = await returnPath()
  const complaint = [
    'From: feedback@legal.test',
    'Subject: complaint',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    '',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'User-Agent: Test/1',
    '',
    '--b--',
    '',
  ].join('\r\n')
  await comeBack(path, Buffer.from(complaint))
  expect(await settingsOf()).toMatchObject({ pause_reason: 'complaint' })
})

it('do nothing with a return path that we did not sign', async () => {
  const path = await returnPath()
  const forged = `bounce-${path[7] === 'a' ? 'b' : 'a'}${path.slice(8)}`
  expect((await handOver(testServer, report('5.1.1'), { to: forged, from: '' })).status).toBe(422)
  await testServer.runJobs()
  expect(await sql('select from mail_members where bounce_score > 0')).toEqual([])
})
