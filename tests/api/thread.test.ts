import { describe, expect, it } from 'vitest'
import { MentionSuggestions, thread, threads, TrackThreadView } from '#api/operations.ts'
import { THREAD_MESSAGES } from '#shared/discussions.ts'
import { replyTree } from '#shared/replies.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [helen, marcus, camille, grace, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.billing,
  demoMembers.finance,
  demoMembers.staff,
)
const UNKNOWN = 9_007_199_254_740_991
const read = async (client: Client, id: number) => (await client.ask(thread, { id })).thread
const messagesOf = async (client: Client, id: number) => (await read(client, id))!.messages

describe('a thread (OP-thread)', () => {
  it('shows its messages newest first, by the date of review where there is one, then by id (RULE-reply-order, DECISION-message-order)', async () => {
    const { id, opening } = await insertThread(testServer, {
      author: helen.id,
      networks: [legal],
      pub_date: '2026-01-01T00:00:00Z',
    })
    const at = (pub_date: string, processed_date: string | null = null) =>
      insertMessage(testServer, {
        thread: id,
        sender: marcus.id,
        pub_date,
        processed_date,
        processed: processed_date ? true : null,
        approved: processed_date ? true : null,
      })
    const first = await at('2026-01-02T00:00:00Z')
    const approvedLate = await at('2026-01-03T00:00:00Z', '2026-01-09T00:00:00Z')
    const twin = await at('2026-01-05T00:00:00Z')
    const otherTwin = await at('2026-01-05T00:00:00Z')
    expect((await messagesOf(helen, id)).map((message) => message.id)).toEqual([
      approvedLate,
      otherTwin,
      twin,
      first,
      opening,
    ])
  })

  it('gives what the reply tree needs: two levels under the opening message (STATE-reply-tree-root, STATE-reply-tree-nested)', async () => {
    const { id, opening } = await insertThread(testServer, { author: helen.id, networks: [legal] })
    const answer = await insertMessage(testServer, { thread: id, sender: marcus.id, parent: opening })
    const below = await insertMessage(testServer, { thread: id, sender: camille.id, parent: answer })
    const deeper = await insertMessage(testServer, { thread: id, sender: grace.id, parent: below })
    const tree = replyTree(await messagesOf(helen, id))
    expect(tree.map(({ message, answers }) => [message.id, answers.map((each) => each.id)])).toEqual([
      [answer, [deeper, below]],
    ])
  })

  it('shows at most 1,000 messages, and the rest by offset (CONST-thread-detail-messages)', async () => {
    const { id, opening } = await insertThread(testServer, {
      author: helen.id,
      networks: [legal],
      pub_date: '2020-01-01T00:00:00Z',
    })
    await testServer.sql(
      `insert into messages (thread_id, sender_id, body, parsed_body, cleaned_body, pub_date)
       select $1, $2, 'x', 'x', 'x', timestamptz '2021-01-01' + n * interval '1 minute' from generate_series(1, 1005) n`,
      [id, marcus.id],
    )
    await testServer.sql('select refresh_threads(array[$1::bigint])', [id])
    const shown = await read(helen, id)
    expect(shown!.messages).toHaveLength(THREAD_MESSAGES)
    expect(shown!.num_of_responses).toBe(1005)
    const { thread: rest } = await helen.ask(thread, { id, offset: THREAD_MESSAGES })
    expect(rest!.messages).toHaveLength(6)
    expect(rest!.messages.at(-1)!.id).toBe(opening)
    const { thread: cut } = await helen.ask(thread, { id, limit: THREAD_MESSAGES + 1 })
    expect(cut!.messages).toHaveLength(THREAD_MESSAGES)
  })

  it('tells who can read it: the networks by kind, and how many members (RULE-thread-accessible-networks)', async () => {
    const request = await insertThread(testServer, {
      author: samuel.id,
      networks: [finance],
      thread_type: 'recommendation_request',
    })
    const talk = await insertThread(testServer, { author: samuel.id, networks: [finance] })
    const slugs = async (id: number) => (await read(samuel, id))!.accessible_from.map(({ slug }) => slug).toSorted()
    expect(await slugs(request.id)).toEqual(['executive', 'finance', 'legal'])
    expect(await slugs(talk.id)).toEqual(['finance'])
    const [counted] = await testServer.sql<{ count: number }>(
      `select count(distinct u.id)::integer as count from users u join peer_network_memberships m on m.user_id = u.id
       where m.peer_network_id = $1 and u.current_state = 'full access' and not u.suspended`,
      [finance],
    )
    expect((await read(samuel, talk.id))!.num_of_readers).toBe(counted!.count)
    expect(await read(helen, request.id)).not.toBeNull()
    expect(await read(helen, talk.id)).toBeNull()
  })

  it('of another network answers exactly as one that does not exist (DECISION-enforcement)', async () => {
    const { id } = await insertThread(testServer, {
      author: samuel.id,
      networks: [finance],
      topic: 'canary-of-finance',
    })
    expect((await helen.op(thread, { id })).text).toBe((await helen.op(thread, { id: UNKNOWN })).text)
    expect((await helen.op(thread, { id })).text).toBe('{"data":{"thread":null}}')
  })

  it('needs a session', async () => {
    expect(await testServer.anonymous().op(thread, { id: 1 })).toMatchObject({
      status: 401,
      data: null,
      code: 'session.none',
    })
  })
})

describe('a private reply (STATE-private-excluded, DECISION-private-reply-readers)', async () => {
  // Helen asks, Marcus answers, Camille answers Marcus privately. Grace only reads; Samuel is in another network.
  const { id, opening } = await insertThread(testServer, { author: helen.id, networks: [legal] })
  const answer = await insertMessage(testServer, { thread: id, sender: marcus.id, parent: opening })
  const secret = await insertMessage(testServer, {
    thread: id,
    sender: camille.id,
    parent: answer,
    readers: [helen.id, marcus.id, camille.id],
    body: 'canary-private-7391',
  })

  it.each([
    ['its sender', () => camille, true],
    ['the author of the message answered', () => marcus, true],
    ['the author of the thread', () => helen, true],
    ['staff', () => staff, true],
    ['another member of the same network', () => grace, false],
  ] as const)('%s: %#', async (_, who, isReader) => {
    const answered = await who().op(thread, { id })
    expect(answered.text.includes('canary-private-7391')).toBe(isReader)
    expect(answered.data!.thread!.messages.some((message) => message.id === secret)).toBe(isReader)
    expect(answered.data!.thread!.num_of_private_responses).toBe(1)
    expect(answered.data!.thread!.num_of_responses).toBe(1)
  })

  it('names its readers to its readers', async () => {
    const message = (await messagesOf(camille, id)).find((each) => each.id === secret)!
    expect(message.private_readers.map((reader) => reader.id).toSorted()).toEqual(
      [helen.id, marcus.id, camille.id].toSorted(),
    )
  })

  it('shows another network not even the thread', async () => {
    expect(await read(samuel, id)).toBeNull()
  })

  it('changes nothing for others but the public count', async () => {
    const { id: other } = await insertThread(testServer, { author: helen.id, networks: [legal] })
    const before = await grace.op(thread, { id: other })
    await insertMessage(testServer, { thread: other, sender: camille.id, readers: [helen.id, camille.id], likes: 50 })
    const after = await grace.op(thread, { id: other })
    expect(after.text).toBe(before.text.replace('"num_of_private_responses":0', '"num_of_private_responses":1'))
    const { threads: feed } = await grace.ask(threads, { limit: 1 })
    expect(feed.items[0]).toMatchObject({ thread: { id: other }, top_replies: [] })
  })
})

describe('TrackThreadView (OP-TrackThreadView)', () => {
  it('remembers when a member opened a thread, for that member', async () => {
    const { id } = await insertThread(testServer, { author: helen.id, networks: [legal] })
    const { trackThreadView: first } = await marcus.ask(TrackThreadView, { thread_id: id })
    expect(first).toMatchObject({ thread_id: id })
    const { trackThreadView: second } = await marcus.ask(TrackThreadView, { thread_id: id })
    expect(Date.parse(second.viewed_at)).toBeGreaterThanOrEqual(Date.parse(first.viewed_at))
    expect((await read(marcus, id))!.viewed_at).toBe(second.viewed_at)
    expect((await read(grace, id))!.viewed_at).toBeNull()
  })

  it('refuses what the member may not read as it refuses what is not there, and writes nothing', async () => {
    const { id } = await insertThread(testServer, { author: samuel.id, networks: [finance] })
    const refused = await helen.op(TrackThreadView, { thread_id: id })
    expect(refused).toMatchObject({ status: 200, data: null, code: 'discussions.not_found' })
    expect(refused.text).toBe((await helen.op(TrackThreadView, { thread_id: UNKNOWN })).text)
    expect(await testServer.sql('select from viewer_threads where thread_id = $1', [id])).toHaveLength(0)
    expect(await testServer.anonymous().op(TrackThreadView, { thread_id: id })).toMatchObject({ status: 401 })
  })
})

describe('MentionSuggestions', () => {
  const found = async (client: Client, search: string, thread_id?: number) =>
    (await client.ask(MentionSuggestions, { search, ...(thread_id ? { thread_id } : {}), limit: 20 }))
      .mention_suggestions

  it('finds members by the beginning of either name, not the viewer', async () => {
    expect((await found(helen, 'Marc')).map(({ name }) => name)).toContain('Marcus Oyelaran')
    expect((await found(helen, 'oyel')).map(({ name }) => name)).toContain('Marcus Oyelaran')
    expect((await found(helen, 'arcus')).map(({ name }) => name)).not.toContain('Marcus Oyelaran')
    expect((await found(helen, 'Helen')).map(({ id }) => id)).not.toContain(helen.id)
  })

  it('offers nobody as a reader who could not read the thread', async () => {
    const { id } = await insertThread(testServer, { author: marcus.id, networks: [legal] })
    expect((await found(helen, 'Samuel', id)).filter(({ can_read }) => can_read)).toEqual([])
    const names = await testServer.sql<{ id: number }>(
      `select distinct m.user_id as id from peer_network_memberships m where m.peer_network_id <> $1
       and not exists (select from peer_network_memberships o where o.user_id = m.user_id and o.peer_network_id = $1)`,
      [legal],
    )
    const outsiders = new Set(names.map((row) => row.id))
    for (const letter of 'abcdefghijklmnopqrstuvwxyz')
      for (const person of await found(helen, letter, id)) expect(outsiders.has(person.id)).toBe(!person.can_read)
  })

  it('offers nobody suspended, expired or not joined (ROLE-suspended-excluded)', async () => {
    for (const name of ['Derek', 'Frank', 'Teodor']) expect(await found(helen, name)).toEqual([])
  })

  it('offers nobody for a thread that the viewer may not read', async () => {
    const { id } = await insertThread(testServer, { author: samuel.id, networks: [finance] })
    expect(await found(helen, 'Samuel', id)).toEqual([])
  })

  it.each(['%', '_', '\\', "o'"])('takes %s for itself', async (search) => {
    expect(await found(helen, search)).toEqual([])
  })

  it('gives eight unless asked for more, twenty at most', async () => {
    expect((await helen.ask(MentionSuggestions, { search: '' })).mention_suggestions.length).toBeLessThanOrEqual(8)
    const { mention_suggestions: most } = await helen.ask(MentionSuggestions, { search: 'a', limit: 1_000 })
    expect(most.length).toBeGreaterThan(8)
    expect(most.length).toBeLessThanOrEqual(20)
    expect(await testServer.anonymous().op(MentionSuggestions, { search: 'a' })).toMatchObject({ status: 401 })
  })
})
