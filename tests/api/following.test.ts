import { describe, expect, it } from 'vitest'
import {
  FollowThread,
  FollowThreadsById,
  HideThread,
  InitialUser,
  MarkAllThreadsRead,
  ReplyToThread,
  SearchFilterFeed,
  ThreadStanding,
  UnfollowThread,
  TrackThreadView,
  UnhideThread,
  UnreadFollowed,
  UpdateDisplayPreferences,
  thread,
  threads,
} from '#api/operations.ts'
import { UNREAD_FOLLOWED } from '#shared/discussions.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
await testServer.sql('delete from hidden_threads')
const { legal, finance } = await networkIds(testServer)
const [helen, marcus, camille, grace, samuel] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.billing,
  demoMembers.finance,
)
const fresh = (topic = 'Which clause') => insertThread(testServer, { author: helen.id, networks: [legal], topic })
const standing = async (who: Client, thread_id: number) => (await who.ask(ThreadStanding, { thread_id })).thread!
const followed = async (who: Client, user_id = who.id) =>
  (await who.ask(FollowThreadsById, { user_id })).followThreadsById.map((each) => each.thread_id)

describe('following', () => {
  it('is asked for and ended by hand, however often (OP-FollowThread, OP-UnfollowThread, OP-FollowThreadsById, DECISION-follow-threads-variable)', async () => {
    const { id } = await fresh()
    expect((await standing(marcus, id)).is_followed).toBe(false)
    for (let times = 0; times < 2; times++)
      expect((await marcus.ask(FollowThread, { thread_id: id })).followThread.followed_at).not.toBeNull()
    expect(await followed(marcus)).toContain(id)
    for (let times = 0; times < 2; times++)
      expect((await marcus.ask(UnfollowThread, { thread_id: id })).unfollowThread).toEqual({
        thread_id: id,
        followed_at: null,
      })
    expect(await followed(marcus)).not.toContain(id)
  })

  it('lists what was said since one last opened it, to the followers only', async () => {
    const unread = async (who: Client) => (await who.ask(UnreadFollowed, {})).unread_followed
    const of = async (who: Client, id: number) => (await unread(who)).find(({ thread: { id: own } }) => own === id)
    const { id, opening } = await fresh('Said since')
    await marcus.ask(FollowThread, { thread_id: id })
    expect(await of(marcus, id)).toBeUndefined()
    const soon = new Date(Date.now() + 1_000).toISOString()
    await insertMessage(testServer, { thread: id, sender: grace.id, parent: opening, pub_date: soon })
    await insertMessage(testServer, {
      thread: id,
      sender: grace.id,
      parent: opening,
      readers: [grace.id, helen.id],
      pub_date: soon,
    })
    expect(await of(marcus, id)).toMatchObject({ num_of_new_replies: 1, thread: { topic: 'Said since' } })
    expect(await of(grace, id)).toBeUndefined()
    expect(await of(camille, id)).toBeUndefined()
    await marcus.ask(HideThread, { thread_id: id })
    expect(await of(marcus, id)).toBeUndefined()
    await marcus.ask(UnhideThread, { thread_id: id })
    await testServer.sql(
      `update viewer_threads set viewed_at = now() + interval '1 minute' where thread_id = $1 and user_id = $2`,
      [id, marcus.id],
    )
    await marcus.ask(TrackThreadView, { thread_id: id })
    expect((await testServer.anonymous().op(UnreadFollowed, {})).data).toBeNull()
  })

  it('lists the five with the latest replies first', async () => {
    const made: number[] = []
    for (let each = 1; each <= 6; each++) {
      const { id, opening } = await fresh(`Answered ${each}`)
      await camille.ask(FollowThread, { thread_id: id })
      const pub_date = new Date(Date.now() + each * 1_000).toISOString()
      await insertMessage(testServer, { thread: id, sender: grace.id, parent: opening, pub_date })
      made.push(id)
    }
    const { unread_followed } = await camille.ask(UnreadFollowed, {})
    expect(unread_followed.map(({ thread: { id } }) => id)).toEqual(made.toReversed().slice(0, UNREAD_FOLLOWED))
  })

  it('lists what a member wrote in lately, and what they follow by hand however long ago', async () => {
    const [written, byHand] = [await fresh('Written in long ago'), await fresh('Followed by hand')]
    const { id: busy } = await fresh('Where much is written')
    for (const { id } of [written, byHand]) await insertMessage(testServer, { thread: id, sender: grace.id })
    await grace.ask(FollowThread, { thread_id: byHand.id })
    const unread = async () => {
      const { unread_followed } = await grace.ask(UnreadFollowed, {})
      return unread_followed.map(({ thread: { id } }) => id)
    }
    for (const { id } of [written, byHand]) await insertMessage(testServer, { thread: id, sender: helen.id })
    expect(await unread()).toEqual(expect.arrayContaining([written.id, byHand.id]))
    await testServer.sql(
      `insert into messages (thread_id, sender_id, body, parsed_body, cleaned_body) select $1, $2, 'x', 'x', 'x' from generate_series(1, 300)`,
      [busy, grace.id],
    )
    expect(await unread()).toContain(byHand.id)
    expect(await unread()).not.toContain(written.id)
  })

  it('comes by itself with a thread or a reply, unless it was ended', async () => {
    const { id } = await fresh()
    expect((await standing(helen, id)).is_followed).toBe(true)
    await marcus.ask(ReplyToThread, { thread_id: id, body: '<p>So.</p>', isPrivate: true, idempotency_key: newKey() })
    expect((await standing(marcus, id)).is_followed).toBe(true)
    await marcus.ask(UnfollowThread, { thread_id: id })
    await marcus.ask(ReplyToThread, { thread_id: id, body: '<p>And so.</p>', idempotency_key: newKey() })
    expect((await standing(marcus, id)).is_followed).toBe(false)
  })

  it('is known to oneself only, and of threads that may be read (threat 3)', async () => {
    const { id } = await fresh()
    await camille.ask(FollowThread, { thread_id: id })
    expect(await followed(grace, camille.id)).toEqual([])
    const hidden = await samuel.op(FollowThread, { thread_id: id })
    const unknown = await samuel.op(FollowThread, { thread_id: 9_007_199_254_740_991 })
    expect(hidden.text).toBe(unknown.text)
    expect(hidden.code).toBe('discussions.not_found')
    await testServer.sql('update threads set removed_at = now() where id = $1', [id])
    await testServer.sql('select refresh_threads(array[$1::bigint])', [id])
    expect(await followed(camille)).not.toContain(id)
  })

  it('narrows the feed', async () => {
    const { id } = await fresh()
    await grace.ask(FollowThread, { thread_id: id })
    const { searchFilterFeed: feed } = await grace.ask(SearchFilterFeed, { followed: true })
    expect(feed.items.map((item) => item.thread.id)).toContain(id)
    expect(feed.count).toBe((await followed(grace)).length)
  })
})

describe('a hidden thread', () => {
  const idsOf = async (who: Client, variables = {}) => {
    const { threads: feed } = await who.ask(threads, variables)
    return { count: feed.count, ids: feed.items.map((item) => item.thread.id) }
  }

  it('leaves the feed at once with the count, and comes back', async () => {
    const { id } = await fresh()
    const before = await idsOf(grace)
    expect((await grace.ask(HideThread, { thread_id: id })).hideThread).toEqual({ thread_id: id, is_hidden: true })
    await grace.ask(HideThread, { thread_id: id })
    const after = await idsOf(grace)
    expect(after.count).toBe(before.count - 1)
    expect(after.ids).not.toContain(id)
    expect((await idsOf(marcus)).ids).toContain(id)
    const { searchFilterFeed: hidden } = await grace.ask(SearchFilterFeed, { show: 'hidden' })
    expect(hidden).toMatchObject({ count: 1, items: [{ thread: { id } }] })
    expect(
      (await grace.ask(SearchFilterFeed, { search: 'clause' })).searchFilterFeed.items.map((i) => i.thread.id),
    ).not.toContain(id)
    expect((await grace.ask(thread, { id })).thread).not.toBeNull()
    await grace.ask(UnhideThread, { thread_id: id })
    expect(await idsOf(grace)).toEqual(before)
  })

  it('is counted by kind too', async () => {
    const { id } = await insertThread(testServer, { author: helen.id, networks: [legal], thread_type: 'poll' })
    const [polls, discussions] = [
      await idsOf(grace, { isPoll: true }),
      await idsOf(grace, { thread_type: 'discussion' }),
    ]
    await grace.ask(HideThread, { thread_id: id })
    expect((await idsOf(grace, { isPoll: true })).count).toBe(polls.count - 1)
    expect((await idsOf(grace, { thread_type: 'discussion' })).count).toBe(discussions.count)
    await grace.ask(UnhideThread, { thread_id: id })
  })

  it('must be one that may be read', async () => {
    const { id } = await insertThread(testServer, { author: samuel.id, networks: [finance] })
    expect(await grace.op(HideThread, { thread_id: id })).toMatchObject({ code: 'discussions.not_found' })
    expect(await grace.op(UnhideThread, { thread_id: id })).toMatchObject({ code: 'discussions.not_found' })
  })
})

describe('MarkAllThreadsRead', () => {
  it('marks what is there, not what comes later, with one row; and is undone', async () => {
    const { id } = await fresh()
    const viewed = async (threadId: number) => (await camille.ask(thread, { id: threadId })).thread!.viewed_at
    expect(await viewed(id)).toBeNull()
    const { read_at } = (await camille.ask(MarkAllThreadsRead, {})).markAllThreadsRead
    expect(await viewed(id)).toBe(read_at)
    const { items } = (await camille.ask(threads, {})).threads
    expect(items.filter((item) => item.thread.viewed_at === null)).toEqual([])
    const later = await fresh()
    expect(await viewed(later.id)).toBeNull()
    expect((await camille.ask(MarkAllThreadsRead, { undo: true })).markAllThreadsRead.read_at).toBeNull()
    expect(await viewed(id)).toBeNull()
    expect(
      await testServer.sql('select 1 from viewer_threads where user_id = $1 and thread_id = $2', [camille.id, id]),
    ).toEqual([])
  })

  it('is refused without a session', async () => {
    expect(await testServer.anonymous().op(MarkAllThreadsRead, {})).toMatchObject({ status: 401 })
  })
})

describe('UpdateDisplayPreferences', () => {
  it('keeps density, shortcuts and the order of replies for the member, one without the other (THREAD-order-choice)', async () => {
    const preferences = async (who: Client) => {
      const { feed_density, keyboard_shortcuts, reply_order } = (await who.ask(InitialUser, {})).viewer
      return { feed_density, keyboard_shortcuts, reply_order }
    }
    expect(await preferences(marcus)).toEqual({ feed_density: 'full', keyboard_shortcuts: true, reply_order: 'oldest' })
    await marcus.ask(UpdateDisplayPreferences, { feed_density: 'headlines' })
    await marcus.ask(UpdateDisplayPreferences, { keyboard_shortcuts: false })
    await marcus.ask(UpdateDisplayPreferences, { reply_order: 'newest' })
    expect(await preferences(marcus)).toEqual({
      feed_density: 'headlines',
      keyboard_shortcuts: false,
      reply_order: 'newest',
    })
    expect(await preferences(grace)).toEqual({ feed_density: 'full', keyboard_shortcuts: true, reply_order: 'oldest' })
    expect((await marcus.op(UpdateDisplayPreferences, { feed_density: 'tiny' as never })).status).toBe(400)
    const page = await marcus.send('GET', '/feed')
    expect(/data-density="\w+"/.exec(page.text)?.[0]).toBe('data-density="headlines"')
  })
})
