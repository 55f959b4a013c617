/** What search promises, kept by the index; and that nobody can tell from it what they may not read. */
import { afterAll, describe, expect, it } from 'vitest'
import {
  FindThreads,
  PreviewThreads,
  RemoveMessage,
  SearchCorrections,
  SearchFilterFeed,
  type FindThreadsQueryVariables,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { awaitIndex, documentsHeld, pack, startIndex } from '../harness/search-index.ts'
import { startSecondServer } from '../harness/second-server.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'
import { promiseSearch } from './search-promises.ts'

const testServer = await promiseSearch(startIndex)
const { legal, finance } = await networkIds(testServer)
const [helen, camille, grace, samuel] = await testServer.members(
  demoMembers.member,
  demoMembers.groupAdmin,
  demoMembers.billing,
  demoMembers.finance,
)
const index = () => testServer.sql('select index_messages(1000000)')
const find = async (who: Client, variables: FindThreadsQueryVariables) =>
  (await who.ask(FindThreads, variables)).found_threads

const ASKED: FindThreadsQueryVariables[] = [
  { search: 'caracal serval' },
  { search: 'serval clause caracal' },
  { search: 'caracal clause budget', order_by: 'most_recent' },
  { search: '"serval clause"' },
  { search: 'clause -caracal' },
  { search: 'clause', before: '2025-06-01T00:00:00Z' },
  { search: 'clause' },
]
const answers = async (who: Client) => ({
  found: await Promise.all(ASKED.map((asked) => find(who, asked))),
  feed: await Promise.all(
    ASKED.map(async ({ search, order_by = 'most_relevant' }) => {
      const { count, items } = (await who.ask(SearchFilterFeed, { search, order_by })).searchFilterFeed
      return { count, threads: items.map(({ thread }) => thread.id) }
    }),
  ),
  corrections: await who.ask(SearchCorrections, { search: 'carcaal servla claues' }),
})

/** The search thread reads 500 changes with a question. */
const MORE_THAN_READ_AT_ONCE = 600

describe('what a member may not read', () => {
  const BODIES = [
    'The caracal clause.',
    'A serval clause, a serval budget.',
    'Caracal and serval and clause.',
    'A clause of a budget.',
  ]

  it('changes nothing that they find: neither order nor counts nor corrections (threats 1, 4 and 5)', async () => {
    const threads = []
    for (let each = 0; each < 12; each++)
      threads.push(
        await insertThread(testServer, {
          author: helen.id,
          networks: [legal],
          body: `${BODIES[each % 4]} ${'Words. '.repeat(each * 3)}`,
          pub_date: new Date(Date.UTC(2025, each, 3)).toISOString(),
        }),
      )
    await index()
    const before = await answers(grace)
    expect(before.found[0]!.count).toBe(9)
    const hidden = []
    for (let each = 0; each < 20; each++) {
      const body = each % 2 ? 'Caracal! Caracal clause.' : 'Serval serval budget.'
      await insertThread(testServer, { author: samuel.id, networks: [finance], topic: 'Caracal', body })
      const thread = threads[each % 12]!.id
      await insertMessage(testServer, { thread, sender: camille.id, body, readers: [camille.id, helen.id] })
      hidden.push(await insertMessage(testServer, { thread, sender: helen.id, body }))
      await insertThread(testServer, {
        author: helen.id,
        networks: [legal],
        body,
        source: 'other',
        processed: false,
        approved: false,
      })
    }
    await index()
    expect(await answers(grace)).not.toEqual(before)
    await testServer.sql('update messages set removed_at = now() where id = any($1)', [hidden])
    // At once, before any job.
    expect(await answers(grace)).toEqual(before)
    await index()
    expect(await answers(grace)).toEqual(before)
    await pack(testServer, 'search:pack-all')
    await awaitIndex(testServer)
    expect(await answers(grace)).toEqual(before)
    // The same words do count for those who may read them.
    expect((await find(samuel, { search: 'caracal' })).count).toBe(20)
  })

  it('changes nothing that they find, however much of it comes at once', async () => {
    const before = await answers(grace)
    const made = { author: samuel.id, networks: [finance], topic: 'Caracal', body: 'Caracal! A serval clause.' }
    for (let each = 0; each < MORE_THAN_READ_AT_ONCE; each++) await insertThread(testServer, made)
    await index()
    expect(await answers(grace)).toEqual(before)
  })

  it('is not found once a discussion has moved to other networks, or its reader has left', async () => {
    const { id } = await insertThread(testServer, { author: helen.id, networks: [legal], body: 'The binturong.' })
    await index()
    expect(await find(grace, { search: 'binturong' })).toMatchObject({ count: 1 })
    expect(await find(samuel, { search: 'binturong' })).toMatchObject({ count: 0 })
    await testServer.sql('update thread_peer_networks set peer_network_id = $2 where thread_id = $1', [id, finance])
    await testServer.sql('select refresh_threads(array[$1::bigint])', [id])
    expect(await find(grace, { search: 'binturong' })).toMatchObject({ count: 0, items: [] })
    expect(await find(samuel, { search: 'binturong' })).toMatchObject({ count: 1 })
    // Its author still finds it, who is in no network of it.
    expect(await find(helen, { search: 'binturong' })).toMatchObject({ count: 1 })
  })
})

describe('while a member types (PreviewThreads)', () => {
  const preview = async (who: Client, search: string) =>
    (await who.ask(PreviewThreads, { search })).found_threads.items.map(({ thread_id }) => thread_id)
  const put = async (body: string, networks = [legal], author = helen.id) =>
    (await insertThread(testServer, { author, networks, body })).id

  it('the last word may be unfinished, also where it is indexed by another beginning', async () => {
    const id = await put('A moratorium on regurgitation.')
    await index()
    for (const search of ['mora', 'MORATO', 'moratori', 'regurgitatio', 'moratorium regu', 'moratórium of regur'])
      expect({ search, found: (await preview(grace, search))[0] }).toEqual({ search, found: id })
    // Too short, finished, in quotes, or excluded.
    for (const search of ['mo', 'morato ', '"morato', 'clause -morato', 'morato clause xyzzy'])
      expect({ search, found: (await preview(grace, search)).includes(id) }).toEqual({ search, found: false })
    expect((await find(grace, { search: 'morato' })).count).toBe(0)
  })

  it('a word becomes what is common in what they may read, whatever else begins so (threats 4 and 5)', async () => {
    const ids = []
    for (const word of ['zorilla', 'zorillium', 'zorillate', 'zorilline', 'zorillous'])
      for (let times = 0; times < 2; times++) ids.push(await put(`The ${word}.`))
    await index()
    const before = await preview(grace, 'zoril')
    expect(before).toHaveLength(4)
    for (let each = 0; each < 6; each++)
      for (let times = 0; times < 3; times++) await put(`The zorilx${'abcdef'[each]} zorillous.`, [finance], samuel.id)
    const { id } = await insertThread(testServer, { author: helen.id, networks: [legal] })
    const said = { thread: id, sender: camille.id, body: 'zorilsecret', readers: [camille.id, helen.id] }
    await insertMessage(testServer, said)
    await index()
    expect(await preview(grace, 'zoril')).toEqual(before)
    expect(await preview(grace, 'zorilse')).toEqual([])
    expect(await preview(camille, 'zorilse')).toEqual([id])
    expect(await preview(samuel, 'zoril')).toHaveLength(4)
  })

  it('is refused before sign-in', async () => {
    expect((await testServer.anonymous().op(PreviewThreads, { search: 'zoril' })).status).toBe(401)
  })
})

describe('two servers', async () => {
  const second = await startSecondServer(testServer)
  afterAll(() => second.close())

  it('answer alike, also right after something was written or removed', async () => {
    await awaitIndex(testServer, second.url)
    const thread = await insertThread(testServer, { author: helen.id, networks: [legal], body: 'A dugong clause.' })
    const reply = await insertMessage(testServer, { thread: thread.id, sender: helen.id, body: 'The manatee clause.' })
    await index()
    for (const search of ['dugong', 'manatee', 'clause dugong manatee', 'clause'])
      expect(await find(grace.at(second.url), { search })).toEqual(await find(grace, { search }))
    expect(await find(grace.at(second.url), { search: 'manatee' })).toMatchObject({ count: 1 })
    await helen.ask(RemoveMessage, { message_id: reply })
    for (const who of [grace.at(second.url), grace])
      expect(await find(who, { search: 'manatee' })).toMatchObject({ count: 0, items: [] })
  })

  it('learn of what is committed after something later', async () => {
    const removed = await insertThread(testServer, { author: helen.id, networks: [legal], body: 'The tamandua.' })
    await index()
    const client = await testServer.database.connect()
    try {
      await client.query('begin')
      await client.query('update messages set removed_at = now() where id = $1', [removed.opening])
      await insertThread(testServer, { author: helen.id, networks: [legal], body: 'The anteater.' })
      await index()
      for (const url of [testServer.url, second.url]) {
        expect(await find(grace.at(url), { search: 'anteater' })).toMatchObject({ count: 1 })
        expect(await find(grace.at(url), { search: 'tamandua' })).toMatchObject({ count: 1 })
      }
      await client.query('commit')
    } finally {
      await client.end()
    }
    for (const url of [testServer.url, second.url])
      expect(await find(grace.at(url), { search: 'tamandua' })).toMatchObject({ count: 0 })
  })

  it('find exactly what there is while members search, write and remove at once', async () => {
    const there = new Set<number>()
    for (let round = 0; round < 4; round++) {
      const [oldest] = there
      const made = Array.from({ length: 4 }, async () => {
        const { id } = await insertThread(testServer, { author: helen.id, networks: [legal], body: 'The numbat file.' })
        await index()
        return id
      })
      const removed = testServer.sql('update messages set removed_at = now() where thread_id = $1', [oldest ?? 0])
      const searched = Array.from({ length: 8 }, (_, each) =>
        find(grace.at(each % 2 ? second.url : testServer.url), { search: 'numbat file' }),
      )
      for (const id of await Promise.all(made)) there.add(id)
      await Promise.all([removed, ...searched])
      there.delete(oldest ?? 0)
      for (const url of [testServer.url, second.url]) {
        const { count, items } = await find(grace.at(url), { search: '"numbat file"' })
        expect(count).toBe(there.size)
        expect(items.map(({ thread_id }) => thread_id).toSorted()).toEqual([...there].toSorted())
      }
    }
  })

  it('learn of segments that another has packed', async () => {
    const before = await testServer.sql<{ id: number }>('select id from search_segments')
    await pack(testServer, 'search:pack-all')
    expect(await testServer.sql('select id from search_segments')).not.toEqual(before)
    for (const url of [testServer.url, second.url]) {
      await awaitIndex(testServer, url)
      expect(await find(grace.at(url), { search: 'dugong' })).toMatchObject({ count: 1 })
    }
  })
})

it('makes the index anew after a restore into another cluster, where transactions count from a lower number', async () => {
  await testServer.sql(`update search_segments set since = '4000000000'::xid8`)
  await testServer.sql(`update search_log set changed_by = '4000000001'::xid8`)
  await pack(testServer)
  expect(await testServer.sql(`select from search_segments where since >= '4000000000'::xid8`)).toEqual([])
  expect(await testServer.sql(`select from search_log where changed_by > '4000000000'::xid8`)).toEqual([])
  await awaitIndex(testServer)
  expect(await find(grace, { search: 'dugong' })).toMatchObject({ count: 1 })
})

describe('the search thread', () => {
  it('answers by itself, without the statement that ranks', async () => {
    await testServer.sql('alter function bm25 rename to not_bm25')
    expect(await find(grace, { search: 'dugong' })).toMatchObject({ count: 1 })
    await expect(find(grace, { search: 'dugong', from: 'helen' })).rejects.toThrow()
    await testServer.sql('alter function not_bm25 rename to bm25')
  })

  it('is not missed while its connections are lost', async () => {
    await testServer.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'counterpart search'`,
    )
    for (let each = 0; each < 4; each++) expect(await find(grace, { search: 'dugong' })).toMatchObject({ count: 1 })
    expect(await documentsHeld(testServer.url, testServer.config.METRICS_TOKEN!)).toBeGreaterThan(0)
  })
})
