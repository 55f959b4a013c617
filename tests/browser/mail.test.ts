/** Discussions by email, as a member meets them: links in an email, and the choices in the settings. */
import { expect, it } from 'vitest'
import { CreateThread } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { startDns } from '../harness/dns.ts'
import { handOver, INBOUND_SECRET, publishDomain, writeMail } from '../harness/inbound.ts'
import { approve, clearMail, listMails, runAllJobs } from '../harness/mail.ts'
import { networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { isReady, openBrowser } from './kit/browser-setup.ts'

const dns = await startDns()
publishDomain(dns, 'legal.test')
const stage = await openBrowser({ MAIL_DNS: dns.address, MAIL_INBOUND_SECRET: INBOUND_SECRET })
const { testServer } = stage
const { legal } = await networkIds(testServer)
const [helen, staff] = await testServer.members(demoMembers.member, demoMembers.staff)

/** The email of a new discussion to a peer. */
async function emailToPeer() {
  await clearMail(testServer)
  const { createThread } = await helen.ask(CreateThread, {
    topic: 'Who signs for the herons',
    body: '<p>Words of the question.</p>',
    peer_network_ids: [legal],
    idempotency_key: newKey(),
  })
  await approve(staff, { thread_ids: [createThread.id] })
  await runAllJobs(testServer)
  return (await listMails(testServer)).find(({ to }) => to === demoMembers.peer)!
}
const pathIn = (text: string, label: string) => new URL(new RegExp(`${label}: (\\S+)`).exec(text)![1]!)

it('stops what a link in an email names, after a press and without signing in (MAIL-unsubscribe)', async () => {
  const { text } = await emailToPeer()
  const { page, open } = await stage.stranger()
  await open(pathIn(text, 'Stop all mail from Legal Network').pathname)
  await page.getByRole('heading', { name: 'Stop discussion emails' }).waitFor()
  expect(await testServer.sql('select from mail_choices')).toEqual([])
  await page.getByRole('button', { name: 'Stop emails' }).click()
  await page.getByText('You’ll get no more discussions from Legal Network by email.').waitFor()
  expect(await testServer.sql('select preference from mail_choices')).toEqual([{ preference: 'none' }])
  stage.expectProblem(/404/)
  await open('/unsubscribe/list/network-nothing')
  await page.getByRole('button', { name: 'Stop emails' }).click()
  await page.getByText('This link is incomplete').waitFor()
})

it('records whether an email was helpful, with a toast (ROUTE-listserv-email-feedback, LAYOUT-listserv-feedback)', async () => {
  const link = pathIn((await emailToPeer()).text, 'Not helpful')
  const { page, open } = await stage.stranger()
  await open(link.pathname + link.search)
  expect(await testServer.sql('select from mail_feedback')).toEqual([])
  expect(await page.getByRole('navigation').count()).toBe(0)
  await page.getByRole('button', { name: 'Not helpful' }).click()
  await page.getByText('Saved: not helpful').waitFor()
  expect(await testServer.sql('select is_useful from mail_feedback')).toEqual([{ is_useful: false }])
  stage.expectProblem(/404/)
  await open('/listserv-email-feedback')
  await page.getByRole('button', { name: 'Helpful', exact: true }).click()
  await page.getByText('This link is incomplete').waitFor()
})

it('offers how discussions come, by network, and says when they are paused (UI-screen-settings-email-preference)', async () => {
  await clearMail(testServer)
  await testServer.sql(`insert into mail_members (user_id, paused_at, pause_reason) values ($1, now(), 'bounces')`, [
    helen.id,
  ])
  const { page, open } = await stage.member(demoMembers.member)
  await open('/profile/settings')
  await isReady(page)
  const network = page.getByLabel('Legal Network', { exact: true })
  await network.selectOption('Daily digest')
  await expect
    .poll(() => testServer.sql('select preference from mail_choices'))
    .toEqual([{ preference: 'daily_digest' }])
  await page
    .getByText(
      'Start a discussion by email: legal@counterpart.test. Draft one without your name: anonymous-legal@counterpart.test',
    )
    .waitFor()
  await page.getByRole('button', { name: 'Turn on again' }).click()
  await page.getByText('Discussion emails are on again').waitFor()
  await page.getByLabel('Leave the words out of emails').check()
  await expect
    .poll(() => testServer.sql('select without_words, paused_at from mail_members where user_id = $1', [helen.id]))
    .toEqual([{ without_words: true, paused_at: null }])
  await page.getByRole('radio', { name: 'None' }).check()
  await page.getByText('You get none, because you chose None above.').first().waitFor()
})

it('shows what became of each email that one sent (MAIL-receipts)', async () => {
  const [opening] = await testServer.sql<{ id: number; thread_id: number }>(
    `select m.id, m.thread_id from messages m where m.is_original_message and m.sender_id = $1 limit 1`,
    [helen.id],
  )
  await testServer.sql(
    `insert into inbound_mails (digest, via, recipient, state, reason, user_id, audience, thread_id, message_id, subject, posted_text, cut_text)
     values ('one', 'http', 'legal@counterpart.test', 'posted', null, $1, 'group', $2, $3, 'Re: Who signs', 'My own words.', 'Helen Marsh, General Counsel'),
       ('two', 'http', 'legal@counterpart.test', 'not_posted', 'automatic', $1, null, null, null, 'Out of office', '', '')`,
    [helen.id, opening!.thread_id, opening!.id],
  )
  const { page, open } = await stage.member(demoMembers.member)
  await open('/profile/settings')
  await page.getByRole('link', { name: 'Mail you sent' }).click()
  await page.getByText('Posted to the group').waitFor()
  await page.getByText('Not posted. It was an automatic reply').waitFor()
  await page.getByText('Show what you wrote').click()
  await page.getByText('My own words.').waitFor()
  await page.getByText('Helen Marsh, General Counsel').waitFor()
  await expectAccessible(page, 'mail you sent')
  await testServer.sql(
    `insert into inbound_mails (digest, via, recipient, state, reason, user_id, audience, subject, posted_text, raw)
     values ('held', 'http', 'legal@counterpart.test', 'held', 'unverified', $1, 'group', 'A question on earn-outs', 'Who has one?', $2)`,
    [
      helen.id,
      Buffer.from(
        `From: ${demoMembers.member}\r\nTo: legal@counterpart.test\r\nSubject: A question on earn-outs\r\n\r\nWho has one?\r\n`,
      ),
    ],
  )
  await page.reload()
  await isReady(page)
  await page.getByRole('button', { name: 'Review and post' }).click()
  const words = page.getByRole('textbox', { name: 'Posted to everyone who can read this' })
  await words.fill('')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByText('Write what you want to post.').waitFor()
  await words.fill('Who has an earn-out?')
  await expectAccessible(page, 'a held email')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByText('Staff haven’t approved it yet.').waitFor()
  expect(
    await testServer.sql(`select cleaned_body from messages where source = 'other' and sender_id = $1`, [helen.id]),
  ).toEqual([{ cleaned_body: 'Who has an earn-out?' }])
  const other = await stage.member(demoMembers.peer)
  await other.open('/profile/settings/mail')
  await other.page.getByText('You haven’t sent any email to a discussion yet.').waitFor()
})

it('opens a question that was sent to be asked without a name, as a draft without a name', async () => {
  const to = 'anonymous-legal@counterpart.test'
  const text = 'Has anyone been through this?\n\n-- \nHelen Park, General Counsel\n'
  const raw = await writeMail({ from: demoMembers.member, to, subject: 'When a board leaks', text }, 'legal.test')
  expect((await handOver(testServer, raw, { to })).status).toBe(200)
  await testServer.runJobs()
  const { page, open } = await stage.member(demoMembers.member)
  await open('/profile/settings/mail')
  await page.getByRole('heading', { name: 'Without your name' }).waitFor()
  await page.getByText('Saved as a draft').waitFor()
  await page.getByRole('link', { name: 'Open your draft' }).click()
  const form = page.getByRole('form', { name: 'Start a discussion' })
  await expect.poll(() => form.getByRole('textbox', { name: 'Topic' }).inputValue()).toBe('When a board leaks')
  await form.getByText('Has anyone been through this?').waitFor()
  expect(await form.getByText('General Counsel').count()).toBe(0)
  expect(await form.getByRole('switch', { name: /Ask anonymously/ }).isChecked()).toBe(true)
})
