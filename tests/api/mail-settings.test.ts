/** How members get discussions by email: choices by network, links in emails that stop them, and what staff set. */
import { beforeEach, describe, expect, it } from 'vitest'
import {
  CreateThread,
  GetMailSettings,
  GetSentMail,
  GetStaffMailLists,
  ResumeMail,
  SaveMailList,
  UpdateEmailPreference,
  UpdateMailChoice,
  UpdateMailWords,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { approve, clearMail, listMails, runAllJobs } from '../harness/mail.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer({ PUBLIC_URL: 'https://peers.test', MAIL_DOMAIN: 'lists.peers.test' })
const { legal, finance } = await networkIds(testServer)
const [helen, marcus, ended, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.expired,
  demoMembers.staff,
)
const sql = testServer.sql
beforeEach(() => clearMail(testServer))

const networksOf = async (client = helen) => (await client.ask(GetMailSettings, {})).mail_settings!.networks
const legalOf = async (client = helen) =>
  (await networksOf(client)).find(({ peer_network }) => peer_network.id === legal)!
/** The email of a new thread to Marcus. */
const mailToMarcus = async () => {
  const { createThread } = await helen.ask(CreateThread, {
    topic: `Topic ${newKey()}`,
    body: '<p>Words.</p>',
    peer_network_ids: [legal],
    idempotency_key: newKey(),
  })
  await approve(staff, { thread_ids: [createThread.id] })
  await runAllJobs(testServer)
  return (await listMails(testServer)).filter(({ to }) => to === demoMembers.peer).at(-1)
}

describe('GetMailSettings and UpdateMailChoice', () => {
  it('show and change what applies in each network that the member reads', async () => {
    expect(await legalOf()).toMatchObject({ local_part: 'legal', choice: null, preference: 'all' })
    await helen.ask(UpdateMailChoice, { peer_network_id: legal, choice: 'daily_digest' })
    expect(await legalOf()).toMatchObject({ choice: 'daily_digest', preference: 'daily_digest' })
    await helen.ask(UpdateMailChoice, { peer_network_id: legal, choice: null })
    await helen.ask(UpdateEmailPreference, { listserv_email_preference: 'daily_digest' })
    expect(await legalOf()).toMatchObject({ choice: null, preference: 'daily_digest' })
  })

  it('let “none” in general outweigh every network (MAIL-none, ENUM-email_preference)', async () => {
    await helen.ask(UpdateMailChoice, { peer_network_id: legal, choice: 'all' })
    await helen.ask(UpdateEmailPreference, { listserv_email_preference: 'none' })
    expect(await legalOf()).toMatchObject({ choice: 'all', preference: 'none' })
  })

  it('refuse a network that the member does not read, and a member whose membership ended', async () => {
    const networks = (await networksOf()).map(({ peer_network }) => peer_network.id)
    expect(networks).not.toContain(finance)
    const refused = await helen.op(UpdateMailChoice, { peer_network_id: finance, choice: 'all' })
    expect(refused.code).toBe('mail.list_not_found')
    expect((await ended.op(UpdateMailChoice, { peer_network_id: legal, choice: 'all' })).data).toBeNull()
    expect((await testServer.anonymous().op(GetMailSettings, {})).status).toBe(401)
  })
})

it('GetSentMail shows what became of one’s own emails of 90 days, and of nobody else’s (MAIL-receipts)', async () => {
  await sql('delete from inbound_mails')
  await sql(
    `insert into inbound_mails (digest, via, recipient, state, reason, user_id, subject, received_at)
     values ('own', 'http', 'legal@lists.peers.test', 'held', 'unverified', $1, 'Mine', now()),
       ('old', 'http', 'legal@lists.peers.test', 'held', 'unverified', $1, 'Old', now() - interval '91 days'),
       ('other', 'http', 'legal@lists.peers.test', 'held', 'unverified', $2, 'Others', now())`,
    [helen.id, marcus.id],
  )
  expect((await helen.ask(GetSentMail, {})).sent_mails).toMatchObject([
    { subject: 'Mine', state: 'held', reason: 'unverified', is_private: false, awaiting_review: false },
  ])
  await sql(
    `insert into inbound_mails (digest, via, recipient, state, reason, user_id, subject, posted_text, cut_text)
     values ('foreign', 'http', 'reply-x@lists.peers.test', 'held', 'other_sender', $1, 'With my address', 'Words of another.', 'Quoted.')`,
    [helen.id],
  )
  expect((await helen.ask(GetSentMail, {})).sent_mails[0]).toMatchObject({
    subject: 'With my address',
    posted_text: '',
    cut_text: '',
  })
  expect((await staff.ask(GetSentMail, {})).sent_mails).toEqual([])
  expect((await testServer.anonymous().op(GetSentMail, {})).status).toBe(401)
})

it('UpdateMailWords keeps words out of the member’s own emails only', async () => {
  await marcus.ask(UpdateMailWords, { without_words: true })
  expect((await marcus.ask(GetMailSettings, {})).mail_settings!.without_words).toBe(true)
  expect((await helen.ask(GetMailSettings, {})).mail_settings!.without_words).toBe(false)
  expect((await mailToMarcus())!.subject).toBe('New in Legal Network')
  expect((await testServer.anonymous().op(UpdateMailWords, { without_words: true })).status).toBe(401)
})

it('ResumeMail ends the member’s own pause (MAIL-bounces)', async () => {
  for (const { id } of [helen, marcus])
    await sql(
      `insert into mail_members (user_id, paused_at, pause_reason, bounce_score) values ($1, now(), 'bounces', 5)`,
      [id],
    )
  expect((await marcus.ask(GetMailSettings, {})).mail_settings).toMatchObject({ pause_reason: 'bounces' })
  expect(await mailToMarcus()).toBeUndefined()
  expect((await marcus.ask(ResumeMail, {})).resumeMail).toMatchObject({ paused_at: null, pause_reason: null })
  expect(await mailToMarcus()).toBeDefined()
  expect((await helen.ask(GetMailSettings, {})).mail_settings!.paused_at).not.toBeNull()
  expect((await testServer.anonymous().op(ResumeMail, {})).status).toBe(401)
})

describe('links in an email (MAIL-unsubscribe)', () => {
  const linkIn = (text: string, label: string) => new RegExp(`${label}: https://peers\\.test(\\S+)`).exec(text)![1]!
  const press = (path: string, init: RequestInit = { method: 'POST' }) => fetch(`${testServer.url}${path}`, init)

  it.each([
    ['Mute this discussion', 'thread', 'all'],
    ['Switch to a daily digest', 'digest', 'daily_digest'],
    ['Stop all mail from Legal Network', 'network', 'none'],
  ])('%s, without signing in', async (label, scope, preference) => {
    const mail = (await mailToMarcus())!
    const path = linkIn(mail.text, label)
    for (const method of ['GET', 'HEAD']) await press(path, { method })
    expect(await legalOf(marcus)).toMatchObject({ preference: 'all' })
    const answer = await press(path)
    expect(await answer.json()).toMatchObject({ data: { scope } })
    expect(await legalOf(marcus)).toMatchObject({ preference })
    expect(await sql('select from muted_threads where user_id = $1', [marcus.id])).toHaveLength(
      scope === 'thread' ? 1 : 0,
    )
    await sql('delete from muted_threads')
  })

  it('are one press for mail programs, with the body that they send (RFC 8058)', async () => {
    const { headers } = (await mailToMarcus())!
    const path = /https:\/\/peers\.test([^>]+)/.exec(headers['List-Unsubscribe']!)![1]!
    const answer = await press(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(answer.status).toBe(200)
    expect(await legalOf(marcus)).toMatchObject({ preference: 'none' })
  })

  it('do nothing when changed', async () => {
    const path = linkIn((await mailToMarcus())!.text, 'Stop all mail from Legal Network')
    const other = path.at(-20) === 'a' ? 'b' : 'a'
    for (const changed of [
      path.replace('network-', 'digest-'),
      `${path.slice(0, -20)}${other}${path.slice(-19)}`,
      `${path.slice(0, -30)}`,
    ])
      expect((await press(changed)).status).toBe(404)
    expect(await legalOf(marcus)).toMatchObject({ preference: 'all' })
  })
})

describe('/api/listserv-email-feedback (MAIL-feedback, DECISION-listserv-email-feedback)', () => {
  const give = (body: object) =>
    fetch(`${testServer.url}/api/listserv-email-feedback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('records useful or not once for each member and message, and staff read the numbers', async () => {
    const { text } = (await mailToMarcus())!
    const token = /useful=yes&token=(\S+)/.exec(text)![1]!
    const numbers = async () => {
      const { staff_mail_lists: lists } = await staff.ask(GetStaffMailLists, {})
      const { num_of_helpful, num_of_not_helpful } = lists.find(({ peer_network }) => peer_network.id === legal)!
      return [num_of_helpful, num_of_not_helpful]
    }
    expect(await (await give({ token, useful: 'yes' })).json()).toEqual({ data: { useful: 'yes' } })
    await give({ token, useful: 'yes' })
    expect(await numbers()).toEqual([1, 0])
    await give({ token, useful: 'no' })
    expect(await numbers()).toEqual([0, 1])
    for (const bad of [{ token: `${token.slice(0, -2)}aa`, useful: 'yes' }, { useful: 'yes' }, { token: 7 }])
      expect((await give(bad)).status).toBe(404)
    expect(await numbers()).toEqual([0, 1])
  })
})

describe('SaveMailList and GetStaffMailLists', () => {
  const list = (more: object = {}) => ({
    peer_network_id: legal,
    local_part: 'legal',
    default_preference: 'all' as const,
    waits_for_review: true,
    has_words: true,
    ...more,
  })

  it('change what the network does, on record (MAIL-default, DECISION-email-preference-default)', async () => {
    expect((await staff.ask(SaveMailList, list({ default_preference: 'none' }))).saveMailList).toMatchObject({
      default_preference: 'none',
      num_of_all: 0,
    })
    expect(await legalOf()).toMatchObject({ preference: 'none' })
    expect(await mailToMarcus()).toBeUndefined()
    const [act] = await sql<{ after: object }>(
      `select after from staff_acts where act = 'mail_list.saved' order by id desc limit 1`,
    )
    expect(act!.after).toMatchObject({ default_preference: 'none' })
    await staff.ask(SaveMailList, list({ has_words: false }))
    expect((await mailToMarcus())!.subject).toBe('New in Legal Network')
  })

  it('changes the address', async () => {
    await staff.ask(SaveMailList, list({ local_part: 'Counsel.EU' }))
    expect((await mailToMarcus())!.sender_address).toBe('counsel.eu@lists.peers.test')
    await staff.ask(SaveMailList, list())
  })

  it.each([
    ['legal!', 'Use letters'],
    ['.legal', 'Use letters'],
    ['', 'Use letters'],
    ['postmaster', 'another use'],
    ['finance', 'Another network'],
  ])('refuses the address “%s” and says why', async (local_part, message) => {
    const answer = await staff.op(SaveMailList, list({ local_part }))
    expect(answer.code).toBe('mail.list_address')
    expect(answer.text).toContain(message)
  })

  it('do not exist for members', async () => {
    expect((await helen.op(SaveMailList, list())).code).toBe('staff.not_found')
    expect((await helen.ask(GetStaffMailLists, {})).staff_mail_lists).toEqual([])
  })
})
