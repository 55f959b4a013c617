import { describe, expect, it } from 'vitest'
import {
  GetRelatedThreads,
  GetTrendingThread,
  SearchFilterFeed,
  threads,
  type SearchFilterFeedQueryVariables,
} from '#api/operations.ts'
import { RELATED_THREADS } from '#shared/reading.ts'
import { cast } from '../cast.ts'
import type { Client } from '../harness/client.ts'
import { openHouse } from '../harness/house.ts'
import { networkIds, putMessage, putThread } from '../harness/threads.ts'

const house = await openHouse()
const { legal, finance } = await networkIds(house)
const [helen, marcus, camille, grace, samuel] = await house.members(
  cast.member,
  cast.peer,
  cast.groupAdmin,
  cast.billing,
  cast.finance,
)
const found = async (who: Client, variables: SearchFilterFeedQueryVariables) => {
  const { searchFilterFeed: feed } = await who.ask(SearchFilterFeed, variables)
  return { count: feed.count, ids: feed.items.map((item) => item.thread.id) }
}

describe('SearchFilterFeed (OP-SearchFilterFeed)', () => {
  it('without a filter is the feed (DECISION-threads-variables)', async () => {
    const { searchFilterFeed: searched } = await grace.ask(SearchFilterFeed, {})
    expect(searched).toEqual((await grace.ask(threads, {})).threads)
  })

  it('finds words of the topic and of the whole opening body, not of replies', async () => {
    const filler = 'Nothing of note. '.repeat(60)
    const topic = await putThread(house, { author: helen.id, networks: [legal], topic: 'On zwieback' })
    const body = await putThread(house, { author: helen.id, networks: [legal], body: `${filler} zwieback` })
    const answered = await putThread(house, { author: helen.id, networks: [legal] })
    await putMessage(house, { thread: answered.id, sender: marcus.id, body: 'We serve zwieback.' })
    const all = [topic.id, body.id]
    expect((await found(grace, { search: 'zwieback' })).ids.toSorted()).toEqual(all.toSorted())
    expect((await found(grace, { search: 'zwieback', order_by: 'most_relevant' })).ids[0]).toBe(topic.id)
    await house.sql(`update messages set cleaned_body = 'We serve bread.' where id = $1`, [body.opening])
    await house.sql('update threads set topic = $2 where id = $1', [topic.id, 'On bread'])
    await house.sql('select refresh_threads($1)', [all])
    expect((await found(grace, { search: 'zwieback' })).count).toBe(0)
  })

  it('finds nothing by words of a private reply, not even for its readers (threats 4 and 5)', async () => {
    const { id } = await putThread(house, { author: helen.id, networks: [legal], topic: 'Pumpernickel' })
    const other = await putThread(house, { author: helen.id, networks: [legal], topic: 'Pumpernickel again' })
    const seen = () =>
      Promise.all(
        [{ search: 'geheimwort' }, { search: 'pumpernickel', order_by: 'most_relevant' as const }].map((variables) =>
          found(grace, variables),
        ),
      )
    const before = await seen()
    await putMessage(house, {
      thread: id,
      sender: marcus.id,
      readers: [helen.id, marcus.id],
      body: 'geheimwort pumpernickel '.repeat(9),
      likes: 9,
    })
    expect(await seen()).toEqual(before)
    expect(before[1]!.ids.toSorted()).toEqual([id, other.id].toSorted())
    expect((await found(helen, { search: 'geheimwort' })).count).toBe(0)
  })

  it('narrows by each filter, and by all together', async () => {
    const asked = {
      author: helen.id,
      networks: [legal],
      geographies: [2],
      areas: [1],
      thread_type: 'poll',
      topic: 'Marzipan',
    }
    const { id } = await putThread(house, asked)
    const answered = await putThread(house, {
      ...asked,
      author: marcus.id,
      thread_type: 'discussion',
      geographies: [],
      areas: [],
    })
    await putMessage(house, { thread: answered.id, sender: helen.id })
    const search = 'marzipan'
    const both = [id, answered.id].toSorted()
    expect((await found(grace, { search })).ids.toSorted()).toEqual(both)
    for (const filter of [
      { isPoll: true },
      { thread_type: 'poll' as const },
      { geographies: [2] },
      { areasOfExpertise: [1] },
      { unanswered: true },
      { postedByUserId: helen.id },
    ])
      expect({ filter, ...(await found(grace, { search, ...filter })) }).toEqual({ filter, count: 1, ids: [id] })
    expect((await found(marcus, { search, ownThreads: true })).ids).toEqual([answered.id])
    expect((await found(grace, { search, isRecommendation: true })).count).toBe(0)
    expect((await found(grace, { search, peerNetworkIDs: [legal] })).ids.toSorted()).toEqual(both)
    expect(
      await found(grace, { search, isPoll: true, geographies: [2], areasOfExpertise: [1], unanswered: true, limit: 1 }),
    ).toEqual({ count: 1, ids: [id] })
  })

  it('intersects networks with those of the session (threat 2)', async () => {
    await putThread(house, { author: samuel.id, networks: [finance], topic: 'Nougat' })
    expect((await found(samuel, { search: 'nougat', peerNetworkIDs: [finance] })).count).toBe(1)
    expect(await found(grace, { search: 'nougat', peerNetworkIDs: [finance] })).toEqual({ count: 0, ids: [] })
    expect(await found(grace, { peerNetworkIDs: [finance, 999_999] })).toEqual(
      await found(grace, { peerNetworkIDs: [finance] }),
    )
  })

  it('pages by 25 at most', async () => {
    const first = await found(grace, { limit: 2, ownThreads: false })
    const second = await found(grace, { limit: 2, offset: 2 })
    expect(first.ids).toHaveLength(2)
    expect(second.ids.filter((id) => first.ids.includes(id))).toEqual([])
    expect(await grace.op(SearchFilterFeed, { limit: 26 })).toMatchObject({ status: 400, field: 'limit' })
  })

  it('is refused without a session', async () => {
    expect((await house.anonymous().op(SearchFilterFeed, {})).status).not.toBe(200)
  })
})

describe('GetRelatedThreads (OP-GetRelatedThreads)', () => {
  it('lists at most five readable threads, the most in common first', async () => {
    const place = { author: helen.id, networks: [legal], geographies: [2], areas: [1] }
    const { id } = await putThread(house, { ...place, topic: 'Kaiserschmarrn clauses in leases' })
    const twin = await putThread(house, { ...place, author: marcus.id, topic: 'Kaiserschmarrn leases' })
    const foreign = await putThread(house, {
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
})

describe('GetTrendingThread (OP-GetTrendingThread)', () => {
  it('names the readable thread with most replies, likes and readers of the last days', async () => {
    const { id } = await putThread(house, { author: helen.id, networks: [legal], topic: 'Much is said' })
    await house.sql(
      `insert into messages (thread_id, sender_id, body, parsed_body, cleaned_body) select $1, $2, 'x', 'x', 'x' from generate_series(1, 900)`,
      [id, marcus.id],
    )
    await house.sql('select refresh_threads(array[$1::bigint])', [id])
    const { getTrendingThread: trending } = await grace.ask(GetTrendingThread, {
      discipline: 'legal',
      get_summaries: true,
    })
    expect(trending).toMatchObject({ thread: { id }, num_of_recent_responses: 900, summary: null })
    expect((await samuel.ask(GetTrendingThread, {})).getTrendingThread?.thread.id).not.toBe(id)
    expect((await grace.ask(GetTrendingThread, { discipline: 'finance' })).getTrendingThread?.thread.id).not.toBe(id)
  })

  it('is not moved by private replies and their likes, as related threads are not (threat 5)', async () => {
    const quiet = await putThread(house, { author: helen.id, networks: [legal], topic: 'Hardly a word' })
    const seen = async () => [
      (await grace.ask(GetTrendingThread, {})).getTrendingThread,
      ...(await grace.ask(GetRelatedThreads, { thread_id: quiet.id })).getRelatedThreads,
    ]
    const before = await seen()
    for (let times = 0; times < 60; times++) {
      const secret = await putMessage(house, {
        thread: quiet.id,
        sender: marcus.id,
        readers: [helen.id, marcus.id],
        body: 'said',
      })
      await house.sql(
        `insert into likes (user_id, entity_type, entity_id, sentiment) values ($1, 'message', $2, true)`,
        [camille.id, secret],
      )
    }
    expect(await seen()).toEqual(before)
  })
})
