/** Programs that answer programs: whatever they send, we answer an address once a day, and post nothing of it (MAIL-loops). */
import { describe, expect, it } from 'vitest'
import type { SendMailOptions } from 'nodemailer'
import { startInbound, write } from '../api/inbound-kit.ts'
import { isFull } from '../harness/full.ts'
import { bounceAddress, handOver, keyAddress, MAIL_DOMAIN, messageIdOf, writeMail } from '../harness/inbound.ts'
import { SECRET } from '../harness/test-server.ts'
import { insertThread } from '../harness/threads.ts'

const { testServer, sql, legal, helen, marcus, quiet, messagesOf, answersTo, clearAnswers } = await startInbound()
const space = { domain: MAIL_DOMAIN, secret: SECRET }
const list = `legal@${MAIL_DOMAIN}`
const STORM = isFull ? 1_000 : 200
const AT_ONCE = 10
const ROUNDS = isFull ? 100 : 20

interface Sent {
  raw: Buffer
  to: string
  from?: string
}

/** Hands all of them over, some at once, and decides about them. Each must be taken. */
async function storm(count: number, nth: (index: number) => Promise<Sent>): Promise<void> {
  for (let begin = 0; begin < count; begin += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - begin) }, (_, index) => nth(begin + index))
    const answers = await Promise.all(some.map(async (each) => handOver(testServer, (await each).raw, await each)))
    expect(answers.map(({ status }) => status)).toEqual(some.map(() => 200))
  }
  await testServer.runJobs()
}

const sentByUs = () => sql<{ kind: string; to: string }>(`select kind, "to" from outgoing_mails order by id`)
const clear = async () => {
  await clearAnswers()
  await sql('delete from outgoing_mails')
}

/** As programs write that somebody is away; the last three say so nowhere but in their words. */
const AWAY: SendMailOptions[] = [
  { headers: { 'Auto-Submitted': 'auto-replied' } },
  { headers: { Precedence: 'auto_reply' } },
  { headers: { 'X-Autoreply': 'yes' } },
  { subject: 'Automatic reply: Which clause' },
  { subject: 'Abwesend: Which clause' },
  { subject: 'Re: Which clause', text: 'I am away until Monday.' },
  { subject: 'RE: Which clause', text: 'Thank you for your email. I am on leave and will read it when I am back.' },
  { subject: 'Which clause', text: 'This mailbox is not read.' },
]

describe('a storm of vacation replies', () => {
  it.each([
    ['to a reply address', (opening: number) => keyAddress(helen.id, opening, 'group')],
    ['to a private one', (opening: number) => keyAddress(helen.id, opening, 'private')],
    ['to a list, beside it', () => list],
  ])('%s of a closed discussion is answered once', async (_, addressOf) => {
    await clear()
    const { id, opening } = await insertThread(testServer, { author: marcus.id, networks: [legal], closed: true })
    const to = addressOf(opening)
    const inReplyTo = `<${messageIdOf(space, opening)}>`
    await storm(STORM, async (index) => ({ to, raw: await write({ ...AWAY[index % AWAY.length], to, inReplyTo }) }))
    expect(await messagesOf(id)).toEqual([])
    expect(await sentByUs()).toEqual([{ kind: 'mail-answer', to: 'member@legal.test' }])
  })

  it('of a stranger’s address is answered once, and one with our member’s forged address never', async () => {
    await clear()
    await storm(STORM, async (index) => {
      const isForged = index % 2 === 0
      const from = isForged ? 'member@legal.test' : 'away@elsewhere.test'
      const raw = await write({ ...AWAY[index % AWAY.length], from, to: list }, isForged ? '' : 'elsewhere.test')
      return { to: list, from, raw }
    })
    expect(await sentByUs()).toEqual([{ kind: 'mail-answer', to: 'away@elsewhere.test' }])
  })
})

it('two lists that feed each other: what we send is sent back to us, with fewer of our headers each time', async () => {
  await clear()
  const { id, opening } = await quiet()
  const other = 'list@elsewhere.test'
  const ours = { 'X-Loop': list, 'List-Id': `Legal Network <legal.${MAIL_DOMAIN}>` }
  const forms: SendMailOptions[] = [
    { headers: { ...ours, 'List-Id': '<list.elsewhere.test>' }, messageId: `<${messageIdOf(space, opening)}>` },
    { headers: { 'List-Id': '<list.elsewhere.test>', Precedence: 'list' } },
    { messageId: `<${messageIdOf(space, opening)}>` },
    {},
  ]
  for (let round = 0; round < ROUNDS; round += 1)
    await storm(forms.length, async (index) => {
      const [last] = await answersTo(other)
      const text = last?.text ?? 'The heron sings.'
      const raw = await write(
        { from: other, to: list, subject: '[list] Which clause', text, ...forms[index] },
        'elsewhere.test',
      )
      return { to: list, from: other, raw }
    })
  expect(await messagesOf(id)).toEqual([])
  expect(await sql(`select id from threads where source = 'other'`)).toEqual([])
  expect(await sentByUs()).toEqual([{ kind: 'mail-answer', to: other }])
})

it('bounces of bounces are never answered, nor count for a delivery that they do not name', async () => {
  await clear()
  const returned = `From: MAILER-DAEMON@elsewhere.test\r\nTo: no-reply@${MAIL_DOMAIN}\r\nSubject: Undelivered Mail Returned to Sender\r\nAuto-Submitted: auto-replied\r\n\r\nThe first one.`
  const report = Buffer.from(
    [
      'From: MAILER-DAEMON@legal.test',
      `To: bounces@${MAIL_DOMAIN}`,
      'Subject: Undelivered Mail Returned to Sender',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="=_1"',
      '',
      '--=_1',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.legal.test',
      '',
      'Final-Recipient: rfc822; MAILER-DAEMON@elsewhere.test',
      'Action: failed',
      'Status: 5.1.1',
      '',
      '--=_1',
      'Content-Type: message/rfc822',
      '',
      returned,
      '--=_1--',
      '',
    ].join('\r\n'),
  )
  const { id, opening } = await quiet()
  const to = [bounceAddress(space, 9_000_001), keyAddress(helen.id, opening, 'group'), list]
  await storm(ROUNDS * to.length, async (index) => ({
    // Signed, as by servers that sign all, and told apart: an email that comes again is one email.
    raw: await writeMail({ raw: Buffer.concat([Buffer.from(`X-Count: ${index}\r\n`), report]) }, 'legal.test'),
    to: to[index % to.length]!,
    from: index % 2 === 0 ? '<>' : 'MAILER-DAEMON@legal.test',
  }))
  expect(await sentByUs()).toEqual([])
  expect(await messagesOf(id)).toEqual([])
  expect(await sql(`select id from threads where source = 'other'`)).toEqual([])
  expect(await sql('select user_id from mail_members where paused_at is not null')).toEqual([])
})
