/** The panels of the home page: missed discussions, unanswered questions, members to meet. */
import { describe, expect, it } from 'vitest'
import {
  GivenInQuarter,
  HomePolls,
  MembersToKnow,
  Missed,
  NewInLibrary,
  QuestionsToAnswer,
  TrackThreadView,
  HideThread,
  BlockMember,
} from '#api/operations.ts'
import { MEMBERS_TO_KNOW } from '#shared/home.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [ruth, helen, marcus, samuel] = await testServer.members(
  demoMembers.staff,
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
)
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const missed = async (client: Client) => (await client.ask(Missed, {})).missed
const idsOf = (list: { thread: { id: number } }[]) => list.map(({ thread }) => thread.id)
/** As if the member had last opened a thread this many hours ago, and nothing since. */
async function lastHere(client: Client, hours: number) {
  await testServer.sql('delete from reading_marks where user_id = $1', [client.id])
  await testServer.sql('delete from viewer_threads where user_id = $1', [client.id])
  const { id } = await insertThread(testServer, {
    author: ruth.id,
    networks: [legal],
    topic: 'An old one',
    pub_date: ago(24 * 30),
  })
  await testServer.sql('insert into viewer_threads (user_id, thread_id, viewed_at) values ($1, $2, $3)', [
    client.id,
    id,
    ago(hours),
  ])
}

describe('what the member gave in the last quarter', () => {
  it('counts replies to others and who agreed with them, for the member only', async () => {
    const given = async (client: Client) => (await client.ask(GivenInQuarter, {})).given_in_quarter
    const { starts_at, ends_at, ...before } = await given(marcus)
    const then = new Date((Date.parse(starts_at) + Date.parse(ends_at)) / 2).toISOString()
    const others = await insertThread(testServer, {
      author: helen.id,
      networks: [legal],
      topic: 'Theirs',
      pub_date: starts_at,
    })
    const answer = await insertMessage(testServer, {
      thread: others.id,
      sender: marcus.id,
      parent: others.opening,
      pub_date: then,
    })
    await insertMessage(testServer, { thread: others.id, sender: marcus.id, parent: others.opening, pub_date: ago(1) })
    await testServer.sql(
      `insert into likes (user_id, entity_type, entity_id, sentiment, created_at) values ($1, 'message', $2, true, $3)`,
      [ruth.id, answer, then],
    )
    const theirs = await given(helen)
    expect(await given(marcus)).toMatchObject({ num_of_answers: before.num_of_answers + 1 })
    expect((await given(marcus)).num_of_thanks).toBeGreaterThan(0)
    expect(await given(helen)).toEqual(theirs)
    expect((await testServer.anonymous().op(GivenInQuarter, {})).data).toBeNull()
  })
})

describe('what was missed (DECISION-home-body)', () => {
  it('is new threads, and answers where the member takes part, since the sitting before', async () => {
    await lastHere(helen, 5)
    const fresh = await insertThread(testServer, {
      author: marcus.id,
      networks: [legal],
      topic: 'New',
      pub_date: ago(2),
    })
    const before = await insertThread(testServer, {
      author: marcus.id,
      networks: [legal],
      topic: 'Seen time',
      pub_date: ago(9),
    })
    const own = await insertThread(testServer, {
      author: helen.id,
      networks: [legal],
      topic: 'My own',
      pub_date: ago(40),
    })
    await insertMessage(testServer, { thread: own.id, sender: marcus.id, parent: own.opening, pub_date: ago(1) })
    await insertMessage(testServer, { thread: own.id, sender: marcus.id, parent: own.opening, pub_date: ago(30) })
    const { since, num_of_new_threads, threads } = await missed(helen)
    expect(Math.abs(Date.parse(since) - Date.parse(ago(5)))).toBeLessThan(60_000)
    expect(threads.length).toBeLessThanOrEqual(5)
    expect(num_of_new_threads).toBeGreaterThan(0)
    const ids = idsOf(threads)
    expect(ids).toContain(own.id)
    expect(ids).not.toContain(before.id)
    expect(threads.find(({ thread }) => thread.id === own.id)).toMatchObject({ num_of_new_replies: 1, is_new: false })
    // Opening a thread removes it from the list and does not mark the others as seen.
    await helen.ask(TrackThreadView, { thread_id: own.id })
    const after = await missed(helen)
    expect(after.since).toBe(since)
    expect(idsOf(after.threads)).not.toContain(own.id)
    const counted = after.num_of_new_threads
    await helen.ask(TrackThreadView, { thread_id: fresh.id })
    expect((await missed(helen)).num_of_new_threads).toBe(counted - 1)
  })

  it('counts no private reply, nothing hidden, and nothing of another network (security 4)', async () => {
    await lastHere(marcus, 5)
    const elsewhere = await insertThread(testServer, {
      author: samuel.id,
      networks: [finance],
      topic: 'Elsewhere',
      pub_date: ago(1),
    })
    const own = await insertThread(testServer, {
      author: marcus.id,
      networks: [legal],
      topic: 'Mine',
      pub_date: ago(20),
    })
    const before = await missed(marcus)
    expect(idsOf(before.threads)).not.toContain(elsewhere.id)
    await insertMessage(testServer, {
      thread: own.id,
      sender: ruth.id,
      parent: own.opening,
      readers: [ruth.id, helen.id],
      pub_date: ago(1),
    })
    expect(await missed(marcus)).toEqual(before)
    const hidden = await insertThread(testServer, {
      author: ruth.id,
      networks: [legal],
      topic: 'Hidden',
      pub_date: ago(1),
    })
    const counted = (await missed(marcus)).num_of_new_threads
    await marcus.ask(HideThread, { thread_id: hidden.id })
    expect((await missed(marcus)).num_of_new_threads).toBe(counted - 1)
    expect((await testServer.anonymous().op(Missed, {})).data).toBeNull()
  })
})

describe('questions that could be answered', () => {
  const questions = async (client: Client) =>
    (await client.ask(QuestionsToAnswer, {})).questions_to_answer.map(({ thread, ...why }) => ({ ...why, ...thread }))

  it('are unanswered ones of others, those in areas that the member has answered in before the others', async () => {
    const [area, other] = (await testServer.sql<{ id: number }>(
      `select id from areas_of_expertise where id not in (
        select a.area_of_expertise_id from thread_areas_of_expertise a join messages m on m.thread_id = a.thread_id
        join users u on u.id = m.sender_id where u.email = $1) order by id limit 2`,
      [demoMembers.peer],
    )) as [{ id: number }, { id: number }]
    const answered = await insertThread(testServer, {
      author: ruth.id,
      networks: [legal],
      areas: [area.id],
      pub_date: ago(50),
    })
    await insertMessage(testServer, {
      thread: answered.id,
      sender: marcus.id,
      parent: answered.opening,
      pub_date: ago(49),
    })
    const kin = await insertThread(testServer, {
      author: ruth.id,
      networks: [legal],
      areas: [area.id],
      topic: 'Kin',
      pub_date: ago(6),
    })
    const newer = await insertThread(testServer, {
      author: ruth.id,
      networks: [legal],
      areas: [other.id],
      topic: 'Newer',
      pub_date: ago(3),
    })
    const mine = await insertThread(testServer, {
      author: marcus.id,
      networks: [legal],
      areas: [area.id],
      topic: 'Mine',
      pub_date: ago(1),
    })
    const found = (await questions(marcus)).map(({ id }) => id)
    expect(found.length).toBeLessThanOrEqual(4)
    expect(found).toContain(kin.id)
    expect(found).not.toContain(mine.id)
    expect(found).not.toContain(answered.id)
    if (found.includes(newer.id)) expect(found.indexOf(kin.id)).toBeLessThan(found.indexOf(newer.id))
    for (const thread of await questions(marcus)) expect(thread).toMatchObject({ num_of_responses: 0 })
    const why = async (id: number) => (await questions(marcus)).find((question) => question.id === id)
    const [{ name }] = (await testServer.sql<{ name: string }>(`select name from areas_of_expertise where id = $1`, [
      area.id,
    ])) as [{ name: string }]
    expect(await why(kin.id)).toMatchObject({ reason: 'answered_area', area: name })
    await testServer.sql(
      `update profiles set area_of_expertise_ids = array_append(area_of_expertise_ids, $2) where user_id = $1`,
      [marcus.id, area.id],
    )
    expect(await why(kin.id)).toMatchObject({ reason: 'own_area', area: name })
    const unrelated = (await questions(marcus)).filter(({ reason }) => reason === 'unanswered')
    expect(unrelated.every(({ area: none }) => none === null)).toBe(true)
    await insertMessage(testServer, { thread: kin.id, sender: helen.id, parent: kin.opening })
    expect((await questions(marcus)).map(({ id }) => id)).not.toContain(kin.id)
    expect((await questions(samuel)).map(({ id }) => id)).not.toContain(newer.id)
    expect((await testServer.anonymous().op(QuestionsToAnswer, {})).data).toBeNull()
  })
})

describe('members to know', () => {
  const toKnow = async (client: Client) => (await client.ask(MembersToKnow, {})).members_to_know

  it('are of the own networks, each for a reason; never suspended, blocked or oneself', async () => {
    const list = await toKnow(helen)
    expect(list.length).toBeGreaterThan(0)
    expect(list.length).toBeLessThanOrEqual(4)
    expect(new Set(list.map(({ user }) => user.id)).size).toBe(list.length)
    const [{ all }] = (await testServer.sql<{ all: boolean }>(
      `select bool_and(u.current_state = 'full access' and not u.suspended and u.id <> $2 and exists (
          select from peer_network_memberships m where m.user_id = u.id and m.peer_network_id = $3)) as all
       from users u where u.id = any($1)`,
      [list.map(({ user }) => user.id), helen.id, legal],
    )) as [{ all: boolean }]
    expect(all).toBe(true)
    const [first] = list
    await helen.ask(BlockMember, { user_id: first!.user.id })
    expect((await toKnow(helen)).map(({ user }) => user.id)).not.toContain(first!.user.id)
    const [second] = await toKnow(helen)
    await testServer.sql('update users set suspended = true where id = $1', [second!.user.id])
    expect((await toKnow(helen)).map(({ user }) => user.id)).not.toContain(second!.user.id)
    await testServer.sql('update users set suspended = false where id = $1', [second!.user.id])
  })

  it('who answered the member come before those in the same city', async () => {
    const asked = await insertThread(testServer, { author: samuel.id, networks: [finance], pub_date: ago(5) })
    const [peer] = await testServer.sql<{ id: number }>(
      `select u.id from users u join peer_network_memberships m on m.user_id = u.id where m.peer_network_id = $1 and u.id <> $2
         and u.current_state = 'full access' and not u.suspended and not u.is_staff order by u.id desc limit 1`,
      [finance, samuel.id],
    )
    await insertMessage(testServer, { thread: asked.id, sender: peer!.id, parent: asked.opening })
    const [first, ...others] = await toKnow(samuel)
    expect(first).toMatchObject({ reason: 'answered_you', num_in_common: null, user: { id: peer!.id } })
    expect(others.length).toBeGreaterThan(0)
    expect(others.map(({ user }) => user.id)).not.toContain(peer!.id)
    expect((await testServer.anonymous().op(MembersToKnow, {})).data).toBeNull()
  })

  it('are those who answered last, if they fill the panel', async () => {
    const asked = await insertThread(testServer, { author: marcus.id, networks: [legal], pub_date: ago(9) })
    const peers = await testServer.sql<{ id: number }>(
      `select u.id from users u join peer_network_memberships m on m.user_id = u.id where m.peer_network_id = $1 and u.id <> $2
         and u.current_state = 'full access' and not u.suspended and not u.is_staff order by u.id desc limit 5`,
      [legal, marcus.id],
    )
    for (const [each, { id }] of peers.entries()) {
      const pub_date = new Date(Date.now() + each * 1_000).toISOString()
      await insertMessage(testServer, { thread: asked.id, sender: id, parent: asked.opening, pub_date })
    }
    const known = await toKnow(marcus)
    expect(known.map(({ user }) => user.id)).toEqual(
      peers
        .map(({ id }) => id)
        .toReversed()
        .slice(0, MEMBERS_TO_KNOW),
    )
    expect(new Set(known.map(({ reason }) => reason))).toEqual(new Set(['answered_you']))
  })

  it('who shares something comes before those in the same city, the most first', async () => {
    // A member without threads, so no one has answered them.
    const [reader] = await testServer.sql<{ id: number }>(
      `select p.user_id as id from profiles p join users u on u.id = p.user_id join peer_network_memberships m on m.user_id = u.id
       where m.peer_network_id = $1 and u.current_state = 'full access' and not u.is_staff and cardinality(p.traits) > 2
         and not exists (select from thread_feed f where f.author_id = u.id) order by u.id limit 1`,
      [legal],
    )
    const known = await toKnow(await testServer.memberById(reader!.id))
    const ranks = known.map(({ reason }) => ['answered_you', 'in_common', 'same_city', 'newly_joined'].indexOf(reason))
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    const alike = known.filter(({ reason }) => reason === 'in_common')
    const shared = await testServer.sql<{ count: number }>(
      `select (select count(*)::integer from unnest(p.traits) t(id) where t.id = any(o.traits)) as count
       from profiles o, unnest($2::bigint[]) with ordinality a(id, place) join profiles p on p.user_id = a.id
       where o.user_id = $1 order by a.place`,
      [reader!.id, alike.map(({ user }) => user.id)],
    )
    expect(alike.length).toBeGreaterThan(0)
    expect(alike.map(({ num_in_common }) => num_in_common)).toEqual(shared.map(({ count }) => count))
    expect(shared.map(({ count }) => count)).toEqual(shared.map(({ count }) => count).toSorted((a, b) => b - a))
  })
})

describe('polls that are open', () => {
  it('are those of one’s networks, and nobody’s before sign-in', async () => {
    const { active_polls } = await helen.ask(HomePolls, {})
    expect(active_polls.length).toBeGreaterThan(0)
    for (const { thread_id } of active_polls)
      expect(
        await testServer.sql('select from thread_peer_networks where thread_id = $1 and peer_network_id = $2', [
          thread_id,
          legal,
        ]),
      ).toHaveLength(1)
    expect((await testServer.anonymous().op(HomePolls, {})).status).toBe(401)
  })
})

describe('what is new in the library', () => {
  it('is the newest of one’s networks, of others nothing, and nobody’s before sign-in', async () => {
    const { peer_documents, event_videos } = await helen.ask(NewInLibrary, {})
    const newest = await testServer.sql<{ id: number }>(
      `select d.id from peer_documents d where d.state = 'approved'
         and exists (select from peer_document_networks n join peer_network_memberships m using (peer_network_id)
           where n.document_id = d.id and m.user_id = $1)
       order by d.date_uploaded desc, d.id desc limit 3`,
      [helen.id],
    )
    expect(peer_documents.items.map(({ id }) => id)).toEqual(newest.map(({ id }) => id))
    expect(event_videos.items.length).toBeGreaterThan(0)
    const foreign = await samuel.ask(NewInLibrary, {})
    const readable = await testServer.sql<{ document_id: number }>(
      `select n.document_id from peer_document_networks n join peer_network_memberships m using (peer_network_id)
       where m.user_id = $1`,
      [samuel.id],
    )
    const own = new Set(readable.map(({ document_id }) => document_id))
    expect(foreign.peer_documents.items.filter(({ id }) => !own.has(id))).toEqual([])
    expect((await testServer.anonymous().op(NewInLibrary, {})).status).toBe(401)
  })

  it('counts only recordings that one may watch, also where others are newer', async () => {
    // Members of the finance network see the events of the legal one, but not what was recorded there.
    await testServer.sql(
      `update events set wall_start = (now() at time zone time_zone) - interval '2 hours',
         wall_end = (now() at time zone time_zone) - interval '1 hour'
       where title = 'Privilege in internal investigations'`,
    )
    const watchable = await testServer.sql(
      'select v.id from event_videos v join events e on e.id = v.event_id where e.peer_network_id = $1 limit 2',
      [finance],
    )
    expect(watchable.length).toBeGreaterThan(0)
    const own = (await samuel.ask(NewInLibrary, {})).event_videos.items
    expect(own).toHaveLength(watchable.length)
    expect(own.map(({ event }) => event.title)).not.toContain('Privilege in internal investigations')
    const legals = (await helen.ask(NewInLibrary, {})).event_videos.items
    expect(legals.map(({ event }) => event.title)).toContain('Privilege in internal investigations')
  })
})
