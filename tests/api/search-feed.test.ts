/** Search of the feed as the database answers it: as long as there are no segments. Related and trending threads. */
import { describe, expect, it } from 'vitest'
import { GetRelatedThreads, GetTrendingThread, LikeEntity } from '#api/operations.ts'
import { RELATED_THREADS } from '#shared/reading.ts'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { promiseFeedSearch } from './search-feed-promises.ts'

const testServer = await promiseFeedSearch(async () => {})
const { legal, finance } = await networkIds(testServer)
const [helen, marcus, camille, grace, samuel] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.billing,
  demoMembers.finance,
)

describe('GetRelatedThreads (OP-GetRelatedThreads)', () => {
  it('lists at most five readable threads, the most in common first', async () => {
    const place = { author: helen.id, networks: [legal], geographies: [2], areas: [1] }
    const { id } = await insertThread(testServer, { ...place, topic: 'Kaiserschmarrn clauses in leases' })
    const twin = await insertThread(testServer, { ...place, author: marcus.id, topic: 'Kaiserschmarrn leases' })
    const foreign = await insertThread(testServer, {
      ...place,
      author: samuel.id,
      networks: [finance],
      topic: 'Kaiserschmarrn leases',
    })
    const { getRelatedThreads: related } = await grace.ask(GetRelatedThreads, { thread_id: id })
    expect(related[0]).toMatchObject({ id: twin.id, topic: 'Kaiserschmarrn leases', author: { id: marcus.id } })
    expect(related.length).toBeLessThanOrEqual(RELATED_THREADS)
    expect(related.map((each) => each.id)).not.toContain(id)
    expect(related.map((each) => each.id)).not.toContain(foreign.id)
    expect((await samuel.ask(GetRelatedThreads, { thread_id: id })).getRelatedThreads).toEqual([])
  })

  it('is decided by the rare words of the topic, or by all of them if all are common', async () => {
    const ids: number[] = []
    for (const topic of ['Quokka permits', 'Quokka habits', 'Permits of any kind', 'Permits for a quokka'])
      ids.push((await insertThread(testServer, { author: helen.id, networks: [legal], topic })).id)
    const [of, rare, common, both] = ids as [number, number, number, number]
    const related = async () => {
      const { getRelatedThreads: found } = await grace.ask(GetRelatedThreads, { thread_id: of })
      return found.map((each) => each.id).filter((id) => ids.includes(id))
    }
    const occurs = (word: string) =>
      testServer.sql(`insert into search_channel_words (lexeme, channel, documents) values ($1, $2 * 4, 1000000)`, [
        word,
        legal,
      ])
    expect(await related()).toEqual([both, common, rare])
    await occurs('permit')
    expect(await related()).toEqual([both, rare])
    await occurs('quokka')
    expect(await related()).toEqual([both])
  })
})

describe('GetTrendingThread', () => {
  it('names the readable thread with most replies, likes and readers of the last days', async () => {
    const { id } = await insertThread(testServer, { author: helen.id, networks: [legal], topic: 'Much is said' })
    await testServer.sql(
      `insert into messages (thread_id, sender_id, body, parsed_body, cleaned_body) select $1, $2, 'x', 'x', 'x' from generate_series(1, 900)`,
      [id, marcus.id],
    )
    await testServer.sql('select refresh_threads(array[$1::bigint])', [id])
    const { getTrendingThread: trending } = await grace.ask(GetTrendingThread, {
      discipline: 'legal',
      get_summaries: true,
    })
    expect(trending).toMatchObject({ thread: { id }, num_of_recent_responses: 900, summary: null })
    expect((await samuel.ask(GetTrendingThread, {})).getTrendingThread?.thread.id).not.toBe(id)
    expect((await grace.ask(GetTrendingThread, { discipline: 'finance' })).getTrendingThread?.thread.id).not.toBe(id)
  })

  it('is moved by likes of the last days, and not by older ones', async () => {
    const talk = async (topic: string, replies: number) => {
      const { id } = await insertThread(testServer, { author: helen.id, networks: [legal], topic })
      const rows = await testServer.sql<{ id: number }>(
        `insert into messages (thread_id, sender_id, body, parsed_body, cleaned_body)
         select $1, $2, 'x', 'x', 'x' from generate_series(1, $3::integer) returning id`,
        [id, marcus.id, replies],
      )
      await testServer.sql('select refresh_threads(array[$1::bigint])', [id])
      return { id, message: rows[0]!.id }
    }
    const [agreed, longer] = [await talk('Many agree', 950), await talk('One more reply', 951)]
    const trending = async () => (await grace.ask(GetTrendingThread, {})).getTrendingThread!.thread.id
    expect(await trending()).toBe(longer.id)
    for (const member of [camille, grace])
      await member.ask(LikeEntity, { likes: [{ entity_type: 'message', entity_id: agreed.message, sentiment: true }] })
    expect(await trending()).toBe(agreed.id)
    await testServer.sql(`update likes set created_at = now() - interval '40 days' where entity_id = $1`, [
      agreed.message,
    ])
    expect(await trending()).toBe(longer.id)
  })

  it('is not moved by private replies and their likes, as related threads are not (threat 5)', async () => {
    const quiet = await insertThread(testServer, { author: helen.id, networks: [legal], topic: 'Hardly a word' })
    const seen = async () => [
      (await grace.ask(GetTrendingThread, {})).getTrendingThread,
      ...(await grace.ask(GetRelatedThreads, { thread_id: quiet.id })).getRelatedThreads,
    ]
    const before = await seen()
    for (let times = 0; times < 60; times++) {
      const secret = await insertMessage(testServer, {
        thread: quiet.id,
        sender: marcus.id,
        readers: [helen.id, marcus.id],
        body: 'said',
      })
      await testServer.sql(
        `insert into likes (user_id, entity_type, entity_id, sentiment) values ($1, 'message', $2, true)`,
        [camille.id, secret],
      )
    }
    expect(await seen()).toEqual(before)
  })
})
