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
import { cast } from '../cast.ts'
import type { Client } from '../harness/client.ts'
import { openHouse } from '../harness/house.ts'
import { networkIds, putMessage, putThread } from '../harness/threads.ts'

const house = await openHouse()
const { legal, finance } = await networkIds(house)
const [helen, marcus, grace, samuel, layla] = await house.members(
  cast.member,
  cast.peer,
  cast.billing,
  cast.finance,
  'layla@members.test',
)
const { id } = await putThread(house, { author: helen.id, networks: [legal] })
const reply = await putMessage(house, { thread: id, sender: marcus.id, body: 'A public word.' })
const secret = await putMessage(house, { thread: id, sender: marcus.id, readers: [helen.id, marcus.id], body: 'Hush.' })
const elsewhere = await putThread(house, { author: samuel.id, networks: [finance] })
const foreign = await putMessage(house, { thread: elsewhere.id, sender: marcus.id, body: 'Told to treasurers.' })

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

  it('never lists a private one, to whomever (threat 4)', async () => {
    for (const who of [grace, helen, marcus]) expect(await repliesTo(who)).not.toContain(secret)
  })

  it('answers nothing without a session', async () => {
    expect((await house.anonymous().op(userReplies, { user_id: marcus.id })).status).not.toBe(200)
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
    expect(own.items.find((item) => item.thread.id === id)).toMatchObject({ kind: 'thread', message: null })
  })

  it('answer nothing without a session', async () => {
    for (const operation of [getUserInteractions, getInteractionsCount])
      expect((await house.anonymous().op(operation as typeof getInteractionsCount, { user_id: 1 })).status).not.toBe(
        200,
      )
  })
})

describe('userLikes (OP-userLikes)', () => {
  const page = async (who: Client, variables: UserLikesQueryVariables) =>
    (await who.ask(userLikes, variables)).userLikes!

  it('pages by cursor, newest or oldest first, the caller’s own unless another is named', async () => {
    const ids: number[] = []
    for (let number = 0; number < 5; number++) {
      const message = await putMessage(house, { thread: id, sender: marcus.id })
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
    expect(oldest.items.every((item) => item.thread.id > 0)).toBe(true)
  })

  it('leaves out dislikes and what the reader may not read', async () => {
    const message = await putMessage(house, { thread: elsewhere.id, sender: marcus.id })
    await samuel.ask(LikeEntity, { likes: [{ entity_type: 'message', entity_id: message, sentiment: true }] })
    await samuel.ask(LikeEntity, { likes: [{ entity_type: 'message', entity_id: foreign, sentiment: false }] })
    const own = (await page(samuel, {})).items.map((item) => item.entity_id)
    expect(own).toContain(message)
    expect(own).not.toContain(foreign)
    expect((await page(grace, { user_id: samuel.id })).items.map((item) => item.entity_id)).not.toContain(message)
  })

  it('names a liked opening message as its thread', async () => {
    const thread = await putThread(house, { author: helen.id, networks: [legal] })
    await grace.ask(LikeEntity, { likes: [{ entity_type: 'thread', entity_id: thread.id, sentiment: true }] })
    expect((await page(grace, { limit: 1 })).items[0]).toMatchObject({
      entity_type: 'thread',
      entity_id: thread.id,
      message: { id: thread.opening },
    })
  })
})
