/** The daily digest: when it leaves in each time zone, once a day, and only with what its reader may read. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BlockMember, CreateThread, LikeEntity, MuteThread, RemoveMessage, ReplyToThread } from '#api/operations.ts'
import { enqueueDigests, readReplyAddress } from '#server/features/mail/index.ts'
import { demoMembers } from '../demo-members.ts'
import { anonymousAuthor, AUTHOR, findLeaks, publishWaiting, withoutDelay } from '../harness/anonymous.ts'
import { newKey, type Client } from '../harness/client.ts'
import { approve, clearMail, listMails, type SentMail } from '../harness/mail.ts'
import { SECRET, startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const DOMAIN = 'lists.peers.test'
const testServer = await startTestServer({ PUBLIC_URL: 'https://peers.test', MAIL_DOMAIN: DOMAIN })
const { sql } = testServer
const { legal, finance } = await networkIds(testServer)
const [helen, marcus, grace, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.billing,
  demoMembers.finance,
  demoMembers.staff,
)
const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
/** A zone in which it is between 8 in the morning and 8 in the evening. */
const DAY_ZONE = new Date().getUTCHours() >= 8 && new Date().getUTCHours() < 20 ? 'UTC' : 'Pacific/Auckland'
const TOPIC = 'Which clause holds'

beforeEach(() => clearMail(testServer))
afterEach(() => vi.useRealTimers())

const start = async (who: Client, more: object = {}) => {
  const { createThread } = await who.ask(CreateThread, {
    topic: TOPIC,
    body: '<p>Who has seen one?</p>',
    peer_network_ids: [legal],
    idempotency_key: newKey(),
    ...more,
  })
  return createThread.id
}
const startApproved = async (who: Client, more: object = {}) => {
  const id = await start(who, more)
  await approve(staff, { thread_ids: [id] })
  return id
}
const say = async (who: Client, thread_id: number, more: object = {}) => {
  const reply = { thread_id, body: '<p>The heron sings.</p>', idempotency_key: newKey(), ...more }
  const { id } = (await who.ask(ReplyToThread, reply)).replyToThread
  await approve(staff, { message_ids: [id] })
  return id
}
/** The member gets digests, and the last one told of everything so far. */
async function subscribe(who: Client, { preference = 'daily_digest', withoutWords = false } = {}): Promise<void> {
  await sql('update users set listserv_email_preference = $1, time_zone = $2 where id = $3', [
    preference,
    DAY_ZONE,
    who.id,
  ])
  await sql('insert into mail_members (user_id, digest_until, without_words) values ($1, now(), $2)', [
    who.id,
    withoutWords,
  ])
}
/** Runs the jobs some time from now, by default when what was just written may leave. */
async function runDigests(later = 3 * MINUTE_MS): Promise<SentMail[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later })
  await sql(`select graphile_worker.add_job('mail:digests')`)
  await testServer.runJobs()
  vi.useRealTimers()
  return listMails(testServer, 'digest')
}
const digestOf = async (who: string, later?: number) => (await runDigests(later)).find(({ to }) => to === who)

describe('when it is due (MAIL-digest)', () => {
  const isDue = async (zone: string, at: string) => {
    await sql('update users set listserv_email_preference = $1, time_zone = $2 where id = $3', [
      'daily_digest',
      zone,
      marcus.id,
    ])
    return (await enqueueDigests(testServer.database.write, new Date(at))).includes(marcus.id)
  }

  it.each([
    ['America/New_York', '2026-11-25T12:00:00Z'],
    ['Europe/London', '2026-11-25T07:00:00Z'],
    ['Asia/Kolkata', '2026-11-25T01:30:00Z'],
    ['Asia/Kathmandu', '2026-11-25T01:15:00Z'],
    ['No/Such_Zone', '2026-11-25T07:00:00Z'],
    // Both changes of the clocks: the day before, and the day itself.
    ['America/New_York', '2026-03-07T12:00:00Z'],
    ['America/New_York', '2026-03-08T11:00:00Z'],
    ['Europe/London', '2026-10-24T06:00:00Z'],
    ['Europe/London', '2026-10-25T07:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T20:30:00Z'],
  ])('at seven in %s: %s, and not a minute before', async (zone, seven) => {
    expect(await isDue(zone, new Date(Date.parse(seven) - MINUTE_MS).toISOString())).toBe(false)
    expect(await isDue(zone, seven)).toBe(true)
  })

  it('once for each of the member’s days', async () => {
    await sql(`insert into mail_members (user_id, digest_on) values ($1, '2026-11-25')`, [marcus.id])
    // In Auckland it is the 26th already.
    expect(await isDue('UTC', '2026-11-25T20:00:00Z')).toBe(false)
    expect(await isDue('Pacific/Auckland', '2026-11-25T20:00:00Z')).toBe(true)
    expect(await isDue('UTC', '2026-11-26T06:59:00Z')).toBe(false)
    expect(await isDue('UTC', '2026-11-26T07:00:00Z')).toBe(true)
  })

  it.each(['all', 'none', 'default'])('not for members with the preference %s', async (preference) => {
    await subscribe(marcus, { preference })
    await startApproved(helen)
    expect(await runDigests()).toEqual([])
  })

  it('for members whose network says so, or who chose it for the network', async () => {
    await subscribe(marcus, { preference: 'default' })
    await subscribe(grace, { preference: 'all' })
    await sql(`insert into mail_choices (user_id, peer_network_id, preference) values ($1, $2, 'daily_digest')`, [
      grace.id,
      legal,
    ])
    await startApproved(helen)
    expect((await runDigests()).map(({ to }) => to)).toEqual([demoMembers.billing])
    await sql(`update mail_lists set default_preference = 'daily_digest' where peer_network_id = $1`, [legal])
    expect((await runDigests()).map(({ to }) => to)).toContain(demoMembers.peer)
  })

  it.each([
    [
      'suspended',
      'update users set suspended = true where id = $1',
      'update users set suspended = false where id = $1',
    ],
    [
      'unverified',
      'update users set email_verified = false where id = $1',
      'update users set email_verified = true where id = $1',
    ],
    ['paused', 'update mail_members set paused_at = now() where user_id = $1', 'select $1::bigint'],
  ])('not for members who are %s when it is put together', async (_, end, begin) => {
    await subscribe(marcus)
    await startApproved(helen)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * MINUTE_MS })
    expect(await enqueueDigests(testServer.database.write, new Date())).toContain(marcus.id)
    await sql(end, [marcus.id])
    await testServer.runJobs()
    expect(await listMails(testServer, 'digest')).toEqual([])
    await sql(begin, [marcus.id])
  })
})

describe('how often', () => {
  it('once a day, also when jobs run twice at once, and the next day only what is new since', async () => {
    await subscribe(marcus)
    await startApproved(helen, { topic: 'First topic' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * MINUTE_MS })
    for (let times = 0; times < 3; times++)
      await sql(`select graphile_worker.add_job('mail:digest', json_build_object('user_id', $1::bigint))`, [marcus.id])
    await Promise.all([testServer.runJobs(), testServer.runJobs()])
    vi.useRealTimers()
    const first = await runDigests(10 * MINUTE_MS)
    expect(first.map(({ to }) => to)).toEqual([demoMembers.peer])
    expect(first[0]!.text).toContain('First topic')
    await startApproved(helen, { topic: 'Second topic' })
    await sql(`update messages set pub_date = now() + interval '1 hour', processed_date = now() + interval '1 hour'
      where id = (select max(id) from messages where is_original_message)`)
    const [, second, ...others] = await runDigests(DAY_MS)
    expect(others).toEqual([])
    expect(second!.text).toContain('Second topic')
    expect(second!.text).not.toContain('First topic')
  })

  it('not on a day with nothing new, whose time counts as told', async () => {
    await subscribe(marcus)
    const [before] = await sql<{ digest_until: Date }>('select digest_until from mail_members')
    expect(await runDigests(10 * MINUTE_MS)).toEqual([])
    const [after] = await sql<{ digest_until: Date; digest_on: string }>(
      'select digest_until, digest_on::text from mail_members',
    )
    expect(after!.digest_until.getTime()).toBeGreaterThan(before!.digest_until.getTime())
    expect(after!.digest_on).not.toBeNull()
  })

  it('tells of a post that staff approve only later', async () => {
    await subscribe(marcus)
    const id = await start(helen)
    expect(await runDigests()).toEqual([])
    await sql('update mail_members set digest_on = null')
    await approve(staff, { thread_ids: [id] })
    await sql(`update messages set processed_date = now() + interval '10 minutes' where thread_id = $1`, [id])
    expect(await runDigests(15 * MINUTE_MS)).toHaveLength(1)
  })

  it('does not repeat what left as an email of its own', async () => {
    await subscribe(marcus)
    const id = await startApproved(helen)
    await sql(
      `insert into mail_deliveries (user_id, message_id, state) select $1, id, 'queued' from messages where thread_id = $2`,
      [marcus.id, id],
    )
    expect(await runDigests()).toEqual([])
  })
})

describe('what it never contains', () => {
  it('discussions of networks that the member cannot read', async () => {
    await subscribe(marcus)
    await startApproved(samuel, { peer_network_ids: [finance], topic: 'Foreign topic' })
    await startApproved(helen)
    const mail = await digestOf(demoMembers.peer)
    expect(mail!.text).toContain(TOPIC)
    expect(JSON.stringify(mail)).not.toContain('Foreign topic')
  })

  it('private replies to others, nor the words of those to the member', async () => {
    const id = await startApproved(helen)
    await subscribe(helen)
    await subscribe(grace)
    await say(marcus, id, { isPrivate: true, body: '<p>Zanzibar.</p>' })
    const mails = await runDigests()
    const own = mails.find(({ to }) => to === demoMembers.member)!
    expect(own.text).toContain('1 private reply to you')
    expect(own.subject).toContain('1 private reply')
    const other = mails.find(({ to }) => to === demoMembers.billing)
    expect(JSON.stringify(other ?? {})).not.toContain('private reply to you')
    expect(JSON.stringify(mails)).not.toContain('Zanzibar')
  })

  it('to staff, who may read all of it, neither foreign networks nor private replies to others', async () => {
    const id = await startApproved(helen)
    await subscribe(staff)
    await say(marcus, id, { isPrivate: true })
    await startApproved(samuel, { peer_network_ids: [finance], topic: 'Foreign topic' })
    const mails = await runDigests()
    expect(JSON.stringify(mails)).not.toContain('private reply to you')
    const isThere = await sql(
      `select from peer_network_memberships m join network_access a on a.from_network_id = m.peer_network_id
       where m.user_id = $1 and a.to_network_id = $2 and a.kind = 'discussion'`,
      [staff.id, finance],
    )
    if (isThere.length === 0) expect(JSON.stringify(mails)).not.toContain('Foreign topic')
  })

  it('what is unapproved, removed, muted, or by somebody blocked, nor own posts', async () => {
    await subscribe(marcus)
    await start(helen, { topic: 'Unapproved topic' })
    const removed = await startApproved(helen, { topic: 'Kept topic' })
    await helen.ask(RemoveMessage, { message_id: await say(helen, removed, { body: '<p>Removed words.</p>' }) })
    const muted = await startApproved(helen, { topic: 'Muted topic' })
    await marcus.ask(MuteThread, { thread_id: muted })
    await marcus.ask(BlockMember, { user_id: grace.id })
    await startApproved(grace, { topic: 'Blocked topic' })
    await say(grace, removed, { body: '<p>Blocked words.</p>' })
    await startApproved(marcus, { topic: 'Own topic' })
    const mail = await digestOf(demoMembers.peer)
    await sql('delete from member_blocks')
    expect(mail!.text).toContain('Kept topic')
    for (const words of ['Unapproved', 'Removed words', 'Muted', 'Blocked', 'Own topic', 'new reply'])
      expect(JSON.stringify(mail)).not.toContain(words)
  })

  it('who asked or replied anonymously', async () => {
    await withoutDelay(testServer)
    const author = await anonymousAuthor(testServer, legal)
    await sql('update users set email_verified = true where id = $1', [author.id])
    await subscribe(marcus)
    await subscribe(author)
    const id = await start(author, { is_anonymous: true })
    await publishWaiting(testServer)
    const [thread] = await sql<{ id: number }>('select max(id) as id from threads')
    await approve(staff, { thread_ids: [thread!.id] })
    await say(helen, thread!.id, { isPrivate: true })
    const mails = await runDigests()
    const other = mails.find(({ to }) => to === demoMembers.peer)
    expect(other!.text).toContain('Anonymous member')
    expect(findLeaks(JSON.stringify(other))).toEqual([])
    const own = mails.find(({ to }) => to === AUTHOR.email)
    expect(own!.text).toContain('1 private reply to you')
    expect(findLeaks(`${own!.text}${own!.html}`)).toEqual([])
    expect(id).toBeDefined()
  })

  it('words, if the member or the network wants none', async () => {
    await subscribe(marcus, { withoutWords: true })
    await subscribe(grace)
    const id = await startApproved(helen)
    await say(helen, id)
    const quiet = await digestOf(demoMembers.peer)
    for (const word of [TOPIC, 'Who has seen', 'heron', 'Helen'])
      expect(`${quiet!.subject}${quiet!.text}${quiet!.html}`).not.toContain(word)
    expect(quiet!.text).toContain('1 discussion in Legal Network')
    expect((await listMails(testServer, 'digest')).find(({ to }) => to === demoMembers.billing)!.text).toContain(TOPIC)
    await sql('delete from outgoing_mails')
    await sql('update mail_lists set has_words = false')
    await sql(`update mail_members set digest_on = null, digest_until = now() - interval '1 minute'`)
    expect((await digestOf(demoMembers.billing))!.text).not.toContain(TOPIC)
  })
})

describe('what it says', () => {
  it('first a question that the member could answer, with both addresses, then the best reply', async () => {
    await subscribe(marcus)
    const [area] = await sql<{ id: number; name: string }>(
      'select id, name from areas_of_expertise order by id limit 1',
    )
    await sql('update profiles set area_of_expertise_ids = $1 where user_id = $2', [[area!.id], marcus.id])
    const answered = await startApproved(helen, { topic: 'Answered topic' })
    await say(helen, answered, { body: '<p>A lesser reply.</p>' })
    const best = await say(grace, answered, { body: '<p>The better reply.</p>' })
    await helen.ask(LikeEntity, { likes: [{ entity_type: 'message', entity_id: best, sentiment: true }] })
    await startApproved(helen, { topic: 'Open question', areas_of_expertise: [area!.id] })
    const mail = (await digestOf(demoMembers.peer))!
    const { text } = mail
    expect(mail.subject).toMatch(/^\w+day: 2 discussions, 1 you could answer$/)
    expect(text).toContain(`You know ${area!.name}`)
    expect(text.indexOf('Open question')).toBeLessThan(text.indexOf('Answered topic'))
    expect(text.match(/Open question/g)).toHaveLength(1)
    expect(text).toContain('> The better reply.')
    expect(text).not.toContain('A lesser reply.')
    const addresses = text.match(/(reply|private)-[a-z2-7]+@lists\.peers\.test/g)!
    const keys = addresses.map((address) => readReplyAddress({ domain: DOMAIN, secret: SECRET }, address))
    expect(keys.map((key) => [key?.userId, key?.audience])).toEqual([
      [marcus.id, 'group'],
      [marcus.id, 'private'],
    ])
  })

  it('carries the headers of a list, and links to change how often, to stop this network, and to stop all', async () => {
    await subscribe(marcus)
    await startApproved(helen)
    const mail = (await digestOf(demoMembers.peer))!
    expect(mail.headers).toMatchObject({
      'List-Id': `Counterpart daily digest <digest.${DOMAIN}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'list',
    })
    expect(mail.headers['List-Unsubscribe']).toMatch(/^<https:\/\/peers\.test\/unsubscribe\/list\/network-[a-z2-7]+>$/)
    expect(mail.headers['Reply-To']).not.toContain(DOMAIN)
    expect(mail).toMatchObject({ sender_name: 'Legal Network', sender_address: `legal@${DOMAIN}` })
    expect(mail.return_path).toMatch(/^bounce-digest-[a-z2-7]+@/)
    expect(mail.html).not.toMatch(/<img|http-equiv|<script|url\(/)
    expect(mail.html).toContain('prefers-color-scheme: dark')
    expect(mail.text).toMatch(/It was put together at \d+:\d\d\s[AP]M from what you may read/)
    const leave = (label: string) => new URL(new RegExp(`${label}: (\\S+)`).exec(mail.text)![1]!).pathname
    const press = async (path: string) => (await fetch(`${testServer.url}${path}`, { method: 'POST' })).status
    const choices = () => sql('select peer_network_id, preference from mail_choices where user_id = $1', [marcus.id])
    expect(await press(leave('Each message from Legal Network instead'))).toBe(200)
    expect(await choices()).toEqual([{ peer_network_id: legal, preference: 'all' }])
    expect(await press(leave('Stop all mail from Legal Network'))).toBe(200)
    expect(await choices()).toEqual([{ peer_network_id: legal, preference: 'none' }])
    expect(await press(leave('Stop all discussion emails'))).toBe(200)
    expect(await sql('select listserv_email_preference as p from users where id = $1', [marcus.id])).toEqual([
      { p: 'none' },
    ])
  })
})

describe('events and documents', () => {
  const newEvent = (title: string, network: number) =>
    sql(
      `insert into events (peer_network_id, category_id, title, wall_start, wall_end, time_zone, created_at)
       select $1, min(id), $2, now() at time zone 'UTC' + interval '3 days', now() at time zone 'UTC' + interval '3 days 1 hour', 'UTC', now() + interval '10 seconds'
       from event_categories`,
      [network, title],
    )
  /** As if staff had approved it just now. */
  const approveAgain = (networks: number[]) =>
    sql<{ title: string }>(
      `with chosen as (
         select d.id, d.title, d.current_version_id from peer_documents d
         where d.state = 'approved' and d.available_from is null and not d.is_anonymous and d.submitter_id is distinct from $2
           and d.network_ids = $1::bigint[] order by d.id limit 1),
       approved as (
         update document_versions v set approved_at = now() + interval '10 seconds' from chosen c
         where v.document_id = c.id returning v.document_id)
       select title from chosen where id in (select document_id from approved)`,
      [networks, marcus.id],
    )

  it('are there if the member may see them, each with its place', async () => {
    await subscribe(marcus)
    await newEvent('An evening with herons', legal)
    await newEvent('Treasurers only', finance)
    const [own] = await approveAgain([legal])
    const [foreign] = await approveAgain([finance])
    const { text } = (await digestOf(demoMembers.peer))!
    expect(text).toContain('An evening with herons')
    expect(text).toContain(own!.title)
    for (const title of ['Treasurers only', foreign!.title]) expect(text).not.toContain(title)
  })
})
