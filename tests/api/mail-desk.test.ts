/** Staff see what was sent, refused and held, never what a private email says, and decide. */
import { describe, expect, it } from 'vitest'
import {
  GetSentMail,
  GetStaffActs,
  GetStaffBouncedAddresses,
  GetStaffHeldMails,
  GetStaffMailDeliveries,
  RejectHeldMail,
  ReleaseHeldMail,
  ResumeMemberMail,
  SendMailAgain,
} from '#api/operations.ts'
import { keyAddress, receive } from '../harness/inbound.ts'
import { startInbound, unsigned, write } from './inbound-kit.ts'

const { testServer, sql, helen, marcus, staff, quiet, messagesOf } = await startInbound()
const lastAct = async () => (await staff.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]
const heldReply = async (audience: 'group' | 'private', options = {}) => {
  const { id, opening } = await quiet()
  const to = keyAddress(helen.id, opening, audience)
  const mail = await receive(testServer, await unsigned({ to, text: 'The owl answers.', ...options }), { to })
  return { threadId: id, mailId: mail.id }
}
const heldOf = async (id: number) =>
  (await staff.ask(GetStaffHeldMails, {})).staff_held_mails.items.find((mail) => mail.id === id)

describe('deliveries', async () => {
  const put = async (to: string, state: string, text: string) => {
    const [{ id }] = (await sql(
      `insert into outgoing_mails ("to", kind, subject, text, html, message_id, state, attempts, error)
       values ($1, 'password-reset', 'A secret subject', $3, 'html', gen_random_uuid()::text, $2::text, 15,
         case when $2 = 'failed' then '550 No such user' end) returning id`,
      [to, state, text],
    )) as [{ id: number }]
    return id
  }
  const failed = await put('owl@desk.test', 'failed', 'A secret text')
  const sent = await put('owl@desk.test', 'sent', '')
  await put('heron@desk.test', 'sent', '')
  const found = async (asked: object) => (await staff.ask(GetStaffMailDeliveries, asked)).staff_mail_deliveries

  it('are found by recipient and state, without subject and words (STAFF-outbox)', async () => {
    const page = await found({ search: ' OWL@desk.test ' })
    expect(page.items.map(({ id }) => id)).toEqual([sent, failed])
    expect(page.items[1]).toMatchObject({ state: 'failed', kind: 'password-reset', error: '550 No such user' })
    expect(JSON.stringify(page)).not.toContain('secret')
    expect((await found({ search: 'owl@desk.test', state: 'failed' })).items.map(({ id }) => id)).toEqual([failed])
    expect((await found({ search: 'owl' })).count).toBe(0)
    expect((await found({})).items.length).toBeGreaterThan(2)
  })

  it('that failed are sent again, on record; those that were sent are not (STAFF-outbox)', async () => {
    expect((await staff.op(SendMailAgain, { id: sent })).code).toBe('mail.not_failed')
    const { sendMailAgain } = await staff.ask(SendMailAgain, { id: failed })
    expect(sendMailAgain).toMatchObject({ state: 'queued', attempts: 0, error: null })
    await testServer.runJobs()
    expect((await found({ search: 'owl@desk.test' })).items[1]).toMatchObject({ id: failed, state: 'sent' })
    const act = await lastAct()
    expect(act).toMatchObject({ act: 'mail.sent_again', item_id: failed })
    expect(JSON.stringify(act)).not.toContain('desk.test')
  })
})

describe('bounces and complaints', () => {
  it('show who gets no emails and why, and are resumed by staff (STAFF-outbox)', async () => {
    await sql(
      `insert into mail_members (user_id, bounce_score, bounced_at, paused_at, pause_reason)
       values ($1, 3, now(), now(), 'bounces'), ($2, 1, now(), null, null)`,
      [helen.id, marcus.id],
    )
    const { items } = (await staff.ask(GetStaffBouncedAddresses, {})).staff_bounced_addresses
    expect(items.map(({ user_id, pause_reason }) => [user_id, pause_reason])).toEqual([
      [helen.id, 'bounces'],
      [marcus.id, null],
    ])
    const { resumeMemberMail } = await staff.ask(ResumeMemberMail, { user_id: helen.id })
    expect(resumeMemberMail).toMatchObject({ paused_at: null, pause_reason: null })
    expect(await lastAct()).toMatchObject({ act: 'mail.resumed', item_id: helen.id })
    expect((await staff.op(ResumeMemberMail, { user_id: 999_999 })).code).toBe('mail.not_found')
  })
})

describe('a held email', () => {
  it('is posted in the name of its member when staff release it, once (STAFF-outbox)', async () => {
    const { threadId, mailId } = await heldReply('group')
    expect(await heldOf(mailId)).toMatchObject({
      reason: 'unverified',
      posted_text: 'The owl answers.',
      can_be_released: true,
      writer: { id: helen.id },
    })
    await staff.ask(ReleaseHeldMail, { id: mailId })
    expect(await messagesOf(threadId)).toMatchObject([{ body: '<p>The owl answers.</p>', is_private: false }])
    expect(await heldOf(mailId)).toBeUndefined()
    expect(await lastAct()).toMatchObject({ act: 'mail.released', item_id: mailId, before: { reason: 'unverified' } })
    expect((await staff.op(ReleaseHeldMail, { id: mailId })).code).toBe('mail.not_found')
    expect(await messagesOf(threadId)).toHaveLength(1)
  })

  it('that is private is decided without being read, and stays private (STAFF-outbox)', async () => {
    const { threadId, mailId } = await heldReply('private', { subject: 'The owl in private' })
    expect(await heldOf(mailId)).toMatchObject({ is_private: true, posted_text: '', subject: '' })
    expect(JSON.stringify(await staff.ask(GetStaffHeldMails, {}))).not.toContain('owl in private')
    await staff.ask(ReleaseHeldMail, { id: mailId })
    expect(await messagesOf(threadId)).toMatchObject([
      { is_private: true, private_reader_ids: [marcus.id, helen.id].toSorted((a, b) => a - b) },
    ])
  })

  it('is rejected, and its member sees that staff decided so (STAFF-outbox)', async () => {
    const { threadId, mailId } = await heldReply('group')
    await staff.ask(RejectHeldMail, { id: mailId })
    expect(await messagesOf(threadId)).toEqual([])
    const own = (await helen.ask(GetSentMail, {})).sent_mails.find(({ id }) => id === mailId)
    expect(own).toMatchObject({ state: 'not_posted', explanation: 'Staff decided not to post this email.' })
    expect(await lastAct()).toMatchObject({ act: 'mail.rejected', item_id: mailId })
    expect((await staff.op(RejectHeldMail, { id: mailId })).code).toBe('mail.not_found')
  })

  it('from another sender cannot be posted in the name of the member', async () => {
    const { id, opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const mail = await receive(testServer, await write({ to, from: 'x@elsewhere.test' }, 'elsewhere.test'), { to })
    expect(mail).toMatchObject({ state: 'held', reason: 'other_sender' })
    expect((await staff.op(ReleaseHeldMail, { id: mail.id })).code).toBe('mail.cannot_post')
    expect(await messagesOf(id)).toEqual([])
  })
})

it('does not exist for members', async () => {
  const refused = [
    await helen.op(SendMailAgain, { id: 1 }),
    await helen.op(ResumeMemberMail, { user_id: marcus.id }),
    await helen.op(ReleaseHeldMail, { id: 1 }),
    await helen.op(RejectHeldMail, { id: 1 }),
  ]
  expect(refused.map(({ code }) => code)).toEqual(Array(4).fill('staff.not_found'))
  const none = { count: 0, items: [] }
  expect((await helen.ask(GetStaffMailDeliveries, {})).staff_mail_deliveries).toEqual(none)
  expect((await helen.ask(GetStaffBouncedAddresses, {})).staff_bounced_addresses).toEqual(none)
  expect((await helen.ask(GetStaffHeldMails, {})).staff_held_mails).toEqual(none)
})
