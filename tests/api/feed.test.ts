import { describe, expect, it } from 'vitest'
import { threads, type ThreadsQueryVariables } from '#api/operations.ts'
import { FEED_PAGE, nextOffset, THREAD_TYPES, excludeShown } from '#shared/discussions.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
// Hidden threads are tested in following.test.ts.
await testServer.sql('delete from hidden_threads')
const { legal, finance, executive, thesuite } = await networkIds(testServer)
const [helen, marcus, samuel, staff] = [
  await testServer.member(demoMembers.member),
  await testServer.member(demoMembers.peer),
  await testServer.member(demoMembers.finance),
  await testServer.member(demoMembers.staff),
]

/** The whole feed, fetched as the page does: each page by the offset rule. */
async function wholeFeed(client: Client, variables: ThreadsQueryVariables = {}) {
  const pages: {
    thread: { id: number; pub_date: string; thread_type: string; topic: string }
    author: { id: number }
  }[][] = []
  let count = 0
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const { threads: page } = await client.ask(threads, { ...variables, offset })
    pages.push(page.items)
    count = page.count
    offset = nextOffset(pages.length, excludeShown(pages).duplicates, count)
  }
  return { items: pages.flat(), count, duplicates: excludeShown(pages).duplicates, pages: pages.length }
}

/** What the viewer should find, from a query that is independent of the server's. */
const expectedIds = async (networks: number[], where = 'true') =>
  (
    await testServer.sql<{ id: number }>(
      `select t.id from threads t where t.removed_at is null and (t.approved or (not t.processed and t.source = 'web')) and ${where}
       and exists (select from thread_peer_networks p join network_access a on a.to_network_id = p.peer_network_id
         where p.thread_id = t.id and a.kind = t.thread_type and a.from_network_id = any($1))
       order by t.pub_date desc, t.id desc`,
      [networks],
    )
  ).map(({ id }) => id)
const idsOf = (feed: { items: readonly { thread: { id: number } }[] }) => feed.items.map(({ thread }) => thread.id)

describe('the feed (OP-threads)', () => {
  it.each([
    ['a member of one network', () => helen, [legal]],
    ['a member of two', () => marcus, [legal, thesuite]],
    ['a member of another', () => samuel, [finance]],
    ['staff', () => staff, [legal, finance, executive, thesuite]],
  ] as const)(
    'gives %s exactly what they may read, newest first, each once (CONST-thread-sort, RULE-feed-response-shape)',
    async (_, who, networks) => {
      const feed = await wholeFeed(who())
      expect(idsOf(feed)).toEqual(await expectedIds([...networks]))
      expect(feed.count).toBe(feed.items.length)
      expect(feed.duplicates).toBe(0)
    },
  )

  it('is read in pages of 25 by offset (RULE-feed-paging-offset, RULE-feed-has-next, CONST-feed-page-size)', async () => {
    const { threads: first } = await helen.ask(threads, {})
    expect(first.items).toHaveLength(FEED_PAGE)
    const { threads: second } = await helen.ask(threads, { offset: FEED_PAGE })
    expect(second.count).toBe(first.count)
    expect(new Set([...first.items, ...second.items].map(({ thread }) => thread.id)).size).toBe(
      Math.min(2 * FEED_PAGE, first.count),
    )
    const last = await helen.ask(threads, { offset: first.count })
    expect(last.threads).toEqual({ items: [], count: first.count })
  })

  it('keeps its place on a moving feed: what arrives meanwhile is dropped as a duplicate and counted (RULE-feed-dedupe)', async () => {
    const { threads: first } = await samuel.ask(threads, { limit: 25 })
    const arrived = await insertThread(testServer, {
      author: samuel.id,
      networks: [finance],
      topic: 'Arrives between two pages',
    })
    const { threads: second } = await samuel.ask(threads, { offset: 25 })
    const { items, duplicates } = excludeShown([first.items, second.items])
    expect(duplicates).toBe(second.items.length > 0 ? 1 : 0)
    expect(items.map(({ thread }) => thread.id)).not.toContain(arrived.id)
    expect(second.count).toBe(first.count + 1)
  })

  it('shows a thread that stands in several networks once, and counts it once', async () => {
    const before = await wholeFeed(staff)
    const { id } = await insertThread(testServer, {
      author: staff.id,
      networks: [legal, finance, executive, thesuite],
      topic: 'Everywhere',
    })
    for (const client of [helen, marcus, samuel, staff])
      expect(idsOf(await wholeFeed(client)).filter((each) => each === id)).toHaveLength(1)
    expect((await wholeFeed(staff)).count).toBe(before.count + 1)
  })

  it('gives fewer when asked, cuts more to a page, and refuses less than none and beyond the end of the earth', async () => {
    for (const limit of [26, 1e9]) expect((await helen.ask(threads, { limit })).threads.items).toHaveLength(25)
    expect((await helen.ask(threads, { limit: 5 })).threads.items).toHaveLength(5)
    expect((await helen.ask(threads, { limit: 0 })).threads).toMatchObject({ items: [], count: expect.any(Number) })
    for (const variables of [{ limit: -1 }, { limit: 1.5 }, { limit: 2 ** 31 }, { offset: -1 }, { offset: 100_001 }])
      expect(await helen.op(threads, variables)).toMatchObject({
        status: 400,
        code: 'request.variables',
        field: Object.keys(variables)[0],
      })
  })

  it('carries what an entry shows: author, counts, tags, networks and up to three top replies (CONST-top-replies)', async () => {
    const { id } = await insertThread(testServer, {
      author: marcus.id,
      networks: [legal],
      topic: 'With replies',
      geographies: [1, 2],
      areas: [3],
    })
    const sent: number[] = []
    for (const likes of [0, 5, 2, 5, 1])
      sent.push(await insertMessage(testServer, { thread: id, sender: helen.id, likes, body: `Liked ${likes}` }))
    await insertMessage(testServer, {
      thread: id,
      sender: helen.id,
      likes: 99,
      body: 'Private and liked',
      readers: [helen.id, marcus.id],
    })
    const { threads: page } = await helen.ask(threads, { limit: 1 })
    expect(page.items[0]).toMatchObject({
      author: { id: marcus.id },
      thread: {
        id,
        num_of_responses: 5,
        num_of_private_responses: 1,
        count_of_entries: 6,
        geographies: [{}, {}],
        areas_of_expertise: [{}],
        peer_networks: [{ id: legal }],
      },
    })
    expect(page.items[0]!.top_replies.map((reply) => reply.id)).toEqual([sent[3], sent[1], sent[2]])
  })

  it('says when the viewer last opened a thread, and says it to nobody else', async () => {
    const { id } = await insertThread(testServer, { author: marcus.id, networks: [legal], topic: 'To be opened' })
    await testServer.sql('insert into viewer_threads (user_id, thread_id) values ($1, $2)', [helen.id, id])
    const seenBy = async (client: Client) =>
      (await client.ask(threads, { limit: 1 })).threads.items[0]!.thread.viewed_at
    expect(await seenBy(helen)).not.toBeNull()
    expect(await seenBy(marcus)).toBeNull()
  })
})

describe('filters', () => {
  it.each(THREAD_TYPES)('shows the kind %s only (ENUM-thread_type)', async (thread_type) => {
    const feed = await wholeFeed(staff, { thread_type })
    expect(idsOf(feed)).toEqual(
      await expectedIds([legal, finance, executive, thesuite], `t.thread_type = '${thread_type}'`),
    )
    expect(feed.count).toBe(feed.items.length)
  })

  it('knows polls and recommendation requests by their switches, alone and together', async () => {
    const both = `t.thread_type in ('poll', 'recommendation_request')`
    expect(idsOf(await wholeFeed(helen, { isPoll: true }))).toEqual(
      await expectedIds([legal], `t.thread_type = 'poll'`),
    )
    expect(idsOf(await wholeFeed(helen, { isRecommendation: true }))).toEqual(
      await expectedIds([legal], `t.thread_type = 'recommendation_request'`),
    )
    expect(idsOf(await wholeFeed(helen, { isPoll: true, isRecommendation: true }))).toEqual(
      await expectedIds([legal], both),
    )
  })

  it('lists the posts of one member (RULE-posts-listed-per-user)', async () => {
    const feed = await wholeFeed(helen, { postedByUserId: marcus.id })
    expect(idsOf(feed)).toEqual(await expectedIds([legal], `t.author_id = ${marcus.id}`))
    expect(feed.count).toBe(feed.items.length)
    expect(new Set(feed.items.map(({ author }) => author.id))).toEqual(new Set([marcus.id]))
  })

  it('filters by tags: any of those chosen, both lists together', async () => {
    const { id } = await insertThread(testServer, {
      author: helen.id,
      networks: [legal],
      geographies: [1, 7],
      areas: [2],
    })
    await insertThread(testServer, { author: helen.id, networks: [legal], geographies: [7] })
    expect(idsOf(await wholeFeed(helen, { geographies: [7], areasOfExpertise: [2] }))).toContain(id)
    expect(idsOf(await wholeFeed(helen, { geographies: [7] }))).toEqual(
      await expectedIds(
        [legal],
        'exists (select from thread_geographies g where g.thread_id = t.id and g.geography_id = 7)',
      ),
    )
    expect(idsOf(await wholeFeed(helen, { geographies: [7, 1], areasOfExpertise: [2] }))).toEqual(
      await expectedIds(
        [legal],
        `exists (select from thread_geographies g where g.thread_id = t.id and g.geography_id in (1, 7))
         and exists (select from thread_areas_of_expertise a where a.thread_id = t.id and a.area_of_expertise_id = 2)`,
      ),
    )
  })

  it('searches topic and text as an English reader means it, most relevant first when asked', async () => {
    const weak = await insertThread(testServer, {
      author: helen.id,
      networks: [legal],
      topic: 'Something else',
      body: 'There are zymurgies somewhere in a longer text about other things.',
    })
    const strong = await insertThread(testServer, {
      author: helen.id,
      networks: [legal],
      topic: 'Zymurgy, zymurgy and zymurgy',
      body: 'Zymurgy.',
      pub_date: '2020-01-01T00:00:00Z',
    })
    const elsewhere = await insertThread(testServer, {
      author: samuel.id,
      networks: [finance],
      topic: 'Zymurgy in finance',
    })
    expect(idsOf(await wholeFeed(helen, { search: 'zymurgy' }))).toEqual([weak.id, strong.id])
    expect(idsOf(await wholeFeed(helen, { search: 'zymurgy', order_by: 'most_relevant' }))).toEqual([
      strong.id,
      weak.id,
    ])
    expect(idsOf(await wholeFeed(samuel, { search: 'zymurgy' }))).toEqual([elsewhere.id])
    expect(idsOf(await wholeFeed(helen, { search: 'zymurgy', thread_type: 'poll' }))).toEqual([])
    expect((await helen.ask(threads, { search: 'zymurgy -longer' })).threads.count).toBe(1)
  })

  it('orders by the last reply to the group, which private replies do not move, or by what the member knows', async () => {
    const area = 3
    await testServer.sql('update profiles set area_of_expertise_ids = array[$1::bigint] where user_id = $2', [
      area,
      helen.id,
    ])
    const old = { author: marcus.id, networks: [legal], pub_date: new Date(Date.now() - 6 * 86_400_000).toISOString() }
    const [known, other, quiet] = [
      await insertThread(testServer, { ...old, topic: 'What she knows', areas: [area] }),
      await insertThread(testServer, { ...old, topic: 'What she does not' }),
      await insertThread(testServer, { ...old, topic: 'Said to a few' }),
    ]
    await insertMessage(testServer, { thread: other.id, sender: helen.id, parent: other.opening, body: 'Now.' })
    await insertMessage(testServer, { thread: quiet.id, sender: helen.id, parent: quiet.opening, readers: [marcus.id] })
    const three = [known.id, other.id, quiet.id]
    const inOrder = async (variables: ThreadsQueryVariables) => {
      const { items, count, duplicates } = await wholeFeed(helen, variables)
      return { ids: items.map(({ thread }) => thread.id), count, duplicates }
    }
    const all = await inOrder({})
    const active = await inOrder({ order_by: 'most_active' })
    expect(active.ids[0]).toBe(other.id)
    expect(active.ids.indexOf(quiet.id)).toBeGreaterThan(active.ids.indexOf(other.id))
    expect(active.ids.filter((id) => id === known.id || id === quiet.id)).toEqual([quiet.id, known.id])
    const relevant = await inOrder({ order_by: 'most_relevant' })
    expect(relevant.ids.filter((id) => three.includes(id))[0]).toBe(known.id)
    for (const { ids, count, duplicates } of [active, relevant]) {
      expect(new Set(ids)).toEqual(new Set(all.ids))
      expect({ count, duplicates }).toEqual({ count: all.count, duplicates: all.duplicates })
    }
  })

  it('takes what is empty for no filter', async () => {
    const usual = await helen.op(threads, {})
    for (const variables of [
      { search: '' },
      { geographies: [] },
      { areasOfExpertise: null },
      { postedByUserId: null },
      { thread_type: null },
      { isPoll: null },
      { offset: null },
      { limit: null },
    ])
      expect((await helen.op(threads, variables as never)).text).toBe(usual.text)
  })

  it('never shows another network, whatever is filtered for', async () => {
    const own = new Set(await expectedIds([legal]))
    for (const variables of [
      { postedByUserId: samuel.id },
      { search: 'covenant' },
      { search: 'or' },
      { geographies: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
    ])
      for (const id of idsOf(await wholeFeed(helen, variables))) expect(own).toContain(id)
  })
})

it('needs a session', async () => {
  expect(await testServer.anonymous().op(threads, {})).toMatchObject({ status: 401, data: null, code: 'session.none' })
})

it('is closed to a member whose membership has expired', async () => {
  const frank = await testServer.member('frank@members.test')
  expect(await frank.op(threads, {})).toMatchObject({ data: null, code: 'membership.expired' })
})
