import { describe, expect, it } from 'vitest'
import { GetLikes, LikeEntity, thread, threads, userLikes } from '#api/operations.ts'
import { LIKES_PER_CALL } from '#shared/reading.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { counterErrors, networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, camille, grace, samuel] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.billing,
  demoMembers.finance,
)
const fresh = () => insertThread(testServer, { author: helen.id, networks: [legal], topic: 'Which clause' })
const message = (entity_id: number, sentiment: boolean | null) =>
  ({ entity_type: 'message', entity_id, sentiment }) as const
const like = async (who: Client, id: number, sentiment: boolean | null = true) =>
  (await who.ask(LikeEntity, { likes: [message(id, sentiment)] })).likeEntity[0]!
const likersOf = async (who: Client, entity_id: number) =>
  (await who.ask(GetLikes, { entity_type: 'message', entity_id })).getLikes
const driftedLikes = async () => (await testServer.sql('select drifted_likes()')).length

describe('LikeEntity (OP-LikeEntity)', () => {
  it('counts a member once, switches and withdraws (FIELD-like.sentiment)', async () => {
    const { id } = await fresh()
    const reply = await insertMessage(testServer, { thread: id, sender: marcus.id })
    expect(await like(camille, reply)).toEqual({
      entity_type: 'message',
      entity_id: reply,
      sentiment: true,
      num_of_likes: 1,
    })
    expect(await like(camille, reply)).toMatchObject({ num_of_likes: 1 })
    expect(await like(grace, reply)).toMatchObject({ num_of_likes: 2 })
    expect(await like(camille, reply, false)).toMatchObject({ sentiment: false, num_of_likes: 1 })
    expect(await like(camille, reply, null)).toMatchObject({ sentiment: null, num_of_likes: 1 })
    expect(await driftedLikes()).toBe(0)
  })

  it('likes a thread by its opening message, as one like', async () => {
    const { id, opening } = await fresh()
    const asked = { likes: [{ entity_type: 'thread', entity_id: id, sentiment: true } as const] }
    expect((await marcus.ask(LikeEntity, asked)).likeEntity).toEqual([
      { entity_type: 'thread', entity_id: id, sentiment: true, num_of_likes: 1 },
    ])
    expect(await like(marcus, opening)).toMatchObject({ num_of_likes: 1 })
    const { thread: read } = await marcus.ask(thread, { id })
    expect(read!.messages.find((each) => each.id === opening)).toMatchObject({ num_of_likes: 1, own_sentiment: true })
  })

  it('puts what most agree with on top, at once and for everybody', async () => {
    const { id } = await fresh()
    const replies = []
    for (const sender of [marcus.id, camille.id, marcus.id, marcus.id])
      replies.push(await insertMessage(testServer, { thread: id, sender }))
    await like(grace, replies[0]!)
    const { threads: feed } = await grace.ask(threads, { limit: 25 })
    const entry = feed.items.find((item) => item.thread.id === id)!
    expect(entry.top_replies[0]).toMatchObject({ id: replies[0], num_of_likes: 1 })
    expect(await counterErrors(testServer, id)).toBe(0)
  })

  it('refuses likes of one’s own words, and all of a call with one of them', async () => {
    const { id } = await fresh()
    const own = await insertMessage(testServer, { thread: id, sender: camille.id })
    const other = await insertMessage(testServer, { thread: id, sender: marcus.id })
    const answer = await camille.op(LikeEntity, { likes: [message(other, true), message(own, true)] })
    expect(answer).toMatchObject({ code: 'discussions.like_own', field: 'likes' })
    expect(await likersOf(camille, other)).toEqual({ count: 0, items: [] })
  })

  it('answers for what may not be read as for what does not exist (threat 1)', async () => {
    const { id } = await fresh()
    const reply = await insertMessage(testServer, { thread: id, sender: marcus.id })
    const hidden = await samuel.op(LikeEntity, { likes: [message(reply, true)] })
    const unknown = await samuel.op(LikeEntity, { likes: [message(9_007_199_254_740_991, true)] })
    expect(hidden.text).toBe(unknown.text)
    expect(hidden.code).toBe('discussions.like_not_found')
    expect((await samuel.op(GetLikes, { entity_type: 'message', entity_id: reply })).text).toBe(
      (await samuel.op(GetLikes, { entity_type: 'message', entity_id: 9_007_199_254_740_991 })).text,
    )
  })

  it(`takes at most ${LIKES_PER_CALL} in one call`, async () => {
    const many = Array.from({ length: LIKES_PER_CALL + 1 }, () => message(1, true))
    expect(await camille.op(LikeEntity, { likes: many })).toMatchObject({ code: 'discussions.likes_bounds' })
    expect(await camille.op(LikeEntity, { likes: [] })).toMatchObject({ code: 'discussions.likes_bounds' })
  })

  it('counts 50 at the same time exactly (threat 25)', async () => {
    const { id } = await fresh()
    const reply = await insertMessage(testServer, { thread: id, sender: marcus.id })
    const rows = await testServer.sql<{ id: number }>(
      `select u.id from users u join peer_network_memberships m on m.user_id = u.id and m.peer_network_id = $1
       where not u.suspended and u.current_state = 'full access' and u.id <> $2 order by u.id limit 10`,
      [legal, marcus.id],
    )
    const readers = await Promise.all(rows.map((row) => testServer.memberById(row.id)))
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => like(readers[index % readers.length]!, reply, index % 3 > 0)),
    )
    await Promise.all(readers.map((reader) => like(reader, reply)))
    const { count } = await likersOf(marcus, reply)
    expect(count).toBe(readers.length)
    expect(await testServer.sql('select num_of_likes from messages where id = $1', [reply])).toEqual([
      { num_of_likes: readers.length },
    ])
    expect([await driftedLikes(), await counterErrors(testServer, id)]).toEqual([0, 0])
  })

  it('signals those who read the thread, and for a private message only its readers', async () => {
    const { id } = await fresh()
    const reply = await insertMessage(testServer, { thread: id, sender: marcus.id })
    const secret = await insertMessage(testServer, { thread: id, sender: marcus.id, readers: [helen.id, marcus.id] })
    const [party, other] = await Promise.all([marcus.stream(), grace.stream()])
    await like(helen, secret)
    await like(helen, reply)
    await party.next(({ data }) => data['message_id'] === secret)
    const told = await other.next(({ data }) => data['signal'] === 'discussions.liked' && data['message_id'] === reply)
    // A name next to a count that does not rise would reveal who disagrees.
    expect(told.data).toMatchObject({ thread_id: id, actor_id: null })
    expect(other.events.filter(({ data }) => data['message_id'] === secret)).toEqual([])
    for (const stream of [party, other]) stream.close()
  })
})

describe('GetLikes', () => {
  it('names who agrees, never who disagrees nor who is suspended', async () => {
    const { id } = await fresh()
    const reply = await insertMessage(testServer, { thread: id, sender: marcus.id })
    const derek = await testServer.sql<{ id: number }>('select id from users where email = $1', ['george@members.test'])
    const gone = derek[0] && (await testServer.memberById(derek[0].id))
    await like(camille, reply)
    await like(grace, reply, false)
    if (gone) await gone.op(LikeEntity, { likes: [message(reply, true)] })
    await testServer.sql('update users set suspended = true where id = $1', [gone?.id ?? 0])
    const { count, items } = await likersOf(helen, reply)
    expect({ count, ids: items.map((each) => each.id) }).toEqual({ count: 1, ids: [camille.id] })
    expect(await driftedLikes()).toBe(0)
    await testServer.sql('update users set suspended = false where id = $1', [gone?.id ?? 0])
    expect(await driftedLikes()).toBe(0)
  })

  it('of a private message names nobody to others, and its likes change nothing they see (threat 5)', async () => {
    const { id } = await fresh()
    const secret = await insertMessage(testServer, { thread: id, sender: marcus.id, readers: [helen.id, marcus.id] })
    const seen = async () => [
      (await grace.op(thread, { id })).text,
      (await grace.op(GetLikes, { entity_type: 'message', entity_id: secret })).text,
      (await grace.op(userLikes, { user_id: helen.id })).text,
    ]
    const before = await seen()
    expect(await like(helen, secret)).toMatchObject({ num_of_likes: 1 })
    expect(await seen()).toEqual(before)
    const { thread: read } = await marcus.ask(thread, { id })
    expect(read!.messages.find((each) => each.id === secret)).toMatchObject({ num_of_likes: 1, own_sentiment: null })
  })
})
