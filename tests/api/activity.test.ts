import { describe, expect, it } from 'vitest'
import {
  getInteractionsCount,
  getUserInteractions,
  LikeEntity,
  userLikes,
  userReplies,
  type UserLikesQueryVariables,
} from '#api/operations.ts'
import { ACTIVITY_PAGE } from '#shared/reading.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [helen, marcus, grace, samuel, layla] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.billing,
  demoMembers.finance,
  'layla@members.test',
)
const { id } = await insertThread(testServer, { author: helen.id, networks: [legal] })
const reply = await insertMessage(testServer, { thread: id, sender: marcus.id, body: 'A public word.' })
const secret = await insertMessage(testServer, {
  thread: id,
  sender: marcus.id,
  readers: [helen.id, marcus.id],
  body: 'Hush.',
})
const elsewhere = await insertThread(testServer, { author: samuel.id, networks: [finance] })
const foreign = await insertMessage(testServer, {
  thread: elsewhere.id,
  sender: marcus.id,
  body: 'Told to treasurers.',
})

describe('userReplies (OP-userReplies)', () => {
  const repliesTo = async (who: Client) =>
    (await who.ask(userReplies, { user_id: marcus.id })).userReplies.items.map((item) => item.message.id)

  it('lists public replies with their threads, by what the reader may read', async () => {
    const { userReplies: page } = await grace.ask(userReplies, { user_id: marcus.id })
    expect(page.items[0]).toMatchObject({ message: { id: reply, excerpt: 'A public word.' }, thread: { id } })
    expect(page.items.length).toBeLessThanOrEqual(ACTIVITY_PAGE)
    const other = await samuel.ask(userReplies, { user_id: marcus.id })
    expect(other.userReplies.items.map((item) => item.message.id)).toContain(foreign)
    expect(other.userReplies.items.map((item) => item.message.id)).not.toContain(reply)
  })

  it('comes in pages of 25, with the count of all (CONST-user-replies-page)', async () => {
    const long = await insertThread(testServer, { author: helen.id, networks: [legal] })
    for (let n = 0; n < ACTIVITY_PAGE + 1; n++) await insertMessage(testServer, { thread: long.id, sender: layla.id })
    const pageFrom = async (offset: number) => (await grace.ask(userReplies, { user_id: layla.id, offset })).userReplies
    const first = await pageFrom(0)
    expect({ size: first.items.length, limit: ACTIVITY_PAGE }).toEqual({ size: 25, limit: 25 })
    expect(first.count).toBeGreaterThan(ACTIVITY_PAGE)
    expect((await pageFrom(ACTIVITY_PAGE)).items).toHaveLength(first.count - ACTIVITY_PAGE)
  })

  it('never lists a private one, to whomever (threat 4)', async () => {
    for (const who of [grace, helen, marcus]) expect(await repliesTo(who)).not.toContain(secret)
  })

  it('answers nothing without a session', async () => {
    expect((await testServer.anonymous().op(userReplies, { user_id: marcus.id })).status).not.toBe(200)
  })
})

describe('getUserInteractions and getInteractionsCount (OP-getUserInteractions, OP-getInteractionsCount)', () => {
  it('agree with each other, and differ by reader', async () => {
    const { getUserInteractions: page } = await grace.ask(getUserInteractions, { user_id: marcus.id })
    expect(page.items[0]).toMatchObject({ kind: 'reply', message: { id: reply }, thread: { id } })
    expect(page.items.map((item) => item.message?.id)).not.toContain(secret)
    expect(page.items.map((item) => item.message?.id)).not.toContain(foreign)
    expect((await grace.ask(getInteractionsCount, { user_id: marcus.id })).getInteractionsCount).toBe(page.count)
    const own = (await grace.ask(getUserInteractions, { user_id: helen.id })).getUserInteractions
    expect(own.items.find((item) => item.thread?.id === id)).toMatchObject({ kind: 'thread', message: null })
  })

  it('come in pages of 25, with the count of all (CONST-user-interactions-page)', async () => {
    for (let made = 0; made < ACTIVITY_PAGE; made++) await insertMessage(testServer, { thread: id, sender: layla.id })
    const ask = async (offset?: number) =>
      (await grace.ask(getUserInteractions, { user_id: layla.id, ...(offset && { offset }) })).getUserInteractions
    const [first, second] = [await ask(), await ask(ACTIVITY_PAGE)]
    expect([ACTIVITY_PAGE, first.items.length]).toEqual([25, 25])
    expect(second.items.length).toBe(Math.min(ACTIVITY_PAGE, first.count - ACTIVITY_PAGE))
    expect(second.items.length).toBeGreaterThan(0)
    const ids = [...first.items, ...second.items].map(({ message, thread, recommendation }) =>
      [thread?.id, message?.id, recommendation?.id].join(' '),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('hold recommendations too, of experts that the reader may find', async () => {
    const [expert] = await testServer.sql<{ id: number }>(`select id from experts where name = 'Speakwell'`)
    const [legal] = await testServer.sql<{ channel: number }>(
      `select channel(id, 'recommendation_request') from peer_networks where slug = 'legal'`,
    )
    const [said] = await testServer.sql<{ id: number }>(
      `insert into expert_recommendations (expert_id, author_id, message, cleaned_message, channels)
       values ($1, $2, '<p>Quiet and quick.</p>', 'Quiet and quick.', $3) returning id`,
      [expert!.id, marcus.id, [legal!.channel]],
    )
    const seen = async (reader: typeof grace) => {
      const { getUserInteractions: page } = await reader.ask(getUserInteractions, { user_id: marcus.id })
      const { getInteractionsCount: count } = await reader.ask(getInteractionsCount, { user_id: marcus.id })
      expect(count).toBe(page.count)
      return page.items.find(({ recommendation }) => recommendation?.id === said!.id)
    }
    expect(await seen(grace)).toMatchObject({
      kind: 'recommendation',
      thread: null,
      message: null,
      recommendation: { cleaned_message: 'Quiet and quick.', expert: { name: 'Speakwell' } },
    })
    await testServer.sql(`update expert_recommendations set channels = '{}' where id = $1`, [said!.id])
    expect(await seen(grace), 'said where she does not read').toBeUndefined()
    expect(await seen(marcus), 'their own').toMatchObject({ kind: 'recommendation' })
  })

  it('answer nothing without a session', async () => {
    for (const operation of [getUserInteractions, getInteractionsCount])
      expect(
        (await testServer.anonymous().op(operation as typeof getInteractionsCount, { user_id: 1 })).status,
      ).not.toBe(200)
  })
})

describe('userLikes (OP-userLikes)', () => {
  const page = async (who: Client, variables: UserLikesQueryVariables) =>
    (await who.ask(userLikes, variables)).userLikes!

  it('pages by cursor, newest or oldest first, the caller’s own unless another is named (ENUM-sort_order)', async () => {
    const ids: number[] = []
    for (let number = 0; number < 5; number++) {
      const message = await insertMessage(testServer, { thread: id, sender: marcus.id })
      await layla.op(LikeEntity, { likes: [{ entity_type: 'message', entity_id: message, sentiment: true }] })
      await grace.ask(LikeEntity, { likes: [{ entity_type: 'message', entity_id: message, sentiment: true }] })
      ids.push(message)
    }
    const first = await page(grace, { limit: 3 })
    expect(first.items.map((item) => item.entity_id)).toEqual(ids.toReversed().slice(0, 3))
    const second = await page(grace, { limit: 3, cursor: first.next_cursor! })
    expect(second.items.slice(0, 2).map((item) => item.entity_id)).toEqual([ids[1], ids[0]])
    const before = second.items[1]!.id - 1
    const oldest = await page(helen, { user_id: grace.id, orderBy: 'oldest', cursor: before })
    expect(oldest.items.map((item) => item.entity_id)).toEqual(ids)
    expect(oldest.next_cursor).toBeNull()
    expect(oldest.items.every((item) => item.thread!.id > 0)).toBe(true)
  })

  it('leaves out dislikes and what the reader may not read', async () => {
    const message = await insertMessage(testServer, { thread: elsewhere.id, sender: marcus.id })
    await samuel.ask(LikeEntity, { likes: [{ entity_type: 'message', entity_id: message, sentiment: true }] })
    await samuel.ask(LikeEntity, { likes: [{ entity_type: 'message', entity_id: foreign, sentiment: false }] })
    const own = (await page(samuel, {})).items.map((item) => item.entity_id)
    expect(own).toContain(message)
    expect(own).not.toContain(foreign)
    expect((await page(grace, { user_id: samuel.id })).items.map((item) => item.entity_id)).not.toContain(message)
  })

  it('names a liked opening message as its thread', async () => {
    const thread = await insertThread(testServer, { author: helen.id, networks: [legal] })
    await grace.ask(LikeEntity, { likes: [{ entity_type: 'thread', entity_id: thread.id, sentiment: true }] })
    expect((await page(grace, { limit: 1 })).items[0]).toMatchObject({
      entity_type: 'thread',
      entity_id: thread.id,
      message: { id: thread.opening },
    })
  })
})
