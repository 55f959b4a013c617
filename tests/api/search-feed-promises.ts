/** What the search of the feed promises, whether the database answers or the index. */
import { describe, expect, it } from 'vitest'
import {
  RemoveMessage,
  ReplyToThread,
  SearchFilterFeed,
  threads,
  type SearchFilterFeedQueryVariables,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/test-server.ts'
import { counterErrors, networkIds, insertMessage, insertThread } from '../harness/threads.ts'

export async function promiseFeedSearch(prepare: (testServer: TestServer) => Promise<void>): Promise<TestServer> {
  const testServer = await startTestServer()
  const { legal, finance } = await networkIds(testServer)
  const [helen, marcus, camille, grace, samuel] = await testServer.members(
    demoMembers.member,
    demoMembers.peer,
    demoMembers.groupAdmin,
    demoMembers.billing,
    demoMembers.finance,
  )
  const found = async (who: Client, variables: SearchFilterFeedQueryVariables) => {
    const { searchFilterFeed: feed } = await who.ask(SearchFilterFeed, variables)
    return { count: feed.count, ids: feed.items.map((item) => item.thread.id) }
  }
  const index = () => testServer.sql('select index_messages(1000000)')

  await prepare(testServer)

  describe('SearchFilterFeed (OP-SearchFilterFeed)', () => {
    it('without a filter is the feed (DECISION-threads-variables)', async () => {
      const { searchFilterFeed: searched } = await grace.ask(SearchFilterFeed, {})
      expect(searched).toEqual((await grace.ask(threads, {})).threads)
    })

    it('finds words of the topic, of the whole opening body and of replies, the topic first', async () => {
      const filler = 'Nothing of note. '.repeat(60)
      const topic = await insertThread(testServer, { author: helen.id, networks: [legal], topic: 'On zwieback' })
      const body = await insertThread(testServer, { author: helen.id, networks: [legal], body: `${filler} zwieback` })
      const answered = await insertThread(testServer, { author: helen.id, networks: [legal] })
      const reply = await insertMessage(testServer, {
        thread: answered.id,
        sender: marcus.id,
        body: 'We serve zwieback à la crème.',
      })
      // The topic and the first words are searchable at once; the rest after indexing.
      expect((await found(grace, { search: 'zwieback' })).ids).toEqual([topic.id])
      await index()
      const all = [topic.id, body.id, answered.id]
      expect((await found(grace, { search: 'zwieback' })).ids.toSorted()).toEqual(all.toSorted())
      expect((await found(grace, { search: 'zwieback creme' })).ids).toEqual([answered.id])
      expect((await found(grace, { search: 'zwieback', order_by: 'most_relevant' })).ids[0]).toBe(topic.id)
      await testServer.sql('update messages set removed_at = now() where id = $1', [reply])
      await testServer.sql(`update messages set cleaned_body = 'We serve bread.' where id = $1`, [body.opening])
      await testServer.sql('update threads set topic = $2 where id = $1', [topic.id, 'On bread'])
      await testServer.sql('select refresh_threads($1)', [all])
      await index()
      expect((await found(grace, { search: 'zwieback' })).count).toBe(0)
    })

    it('finds words anywhere in a thread, and words in quotes side by side in one message', async () => {
      const { id } = await insertThread(testServer, {
        author: helen.id,
        networks: [legal],
        topic: 'Stroopwafels',
        body: 'Warm?',
      })
      await insertMessage(testServer, { thread: id, sender: marcus.id, body: 'On the cup, cinnamon inside.' })
      await insertMessage(testServer, { thread: id, sender: grace.id, body: 'Never; treacle spoils it.' })
      await index()
      const ids = async (search: string) => (await found(grace, { search })).ids
      expect(await ids('stroopwafel cinnamon treacle')).toEqual([id])
      expect(await ids('"cinnamon inside"')).toEqual([id])
      expect(await ids('"inside never"')).toEqual([])
      expect(await ids('"treacle cinnamon"')).toEqual([])
      expect(await ids('cinnamon -cup')).toEqual([])
      expect(await ids('"cinnamon inside" -stroopwafels')).toEqual([id])
    })

    it('finds by words of a private reply for its readers only, whoever else reads the thread (threats 4 and 5)', async () => {
      const { id } = await insertThread(testServer, { author: helen.id, networks: [legal], topic: 'Pumpernickel' })
      const other = await insertThread(testServer, { author: helen.id, networks: [legal], topic: 'Pumpernickel again' })
      await index()
      const seen = (who: Client) =>
        Promise.all(
          [
            { search: 'geheimwort' },
            { search: '"geheimwort pumpernickel"' },
            { search: 'pumpernickel -geheimwort' },
            { search: 'pumpernickel', order_by: 'most_relevant' as const },
          ].map((variables) => found(who, variables)),
        )
      const before = await seen(grace)
      await insertMessage(testServer, {
        thread: id,
        sender: marcus.id,
        readers: [helen.id, marcus.id],
        body: 'geheimwort pumpernickel '.repeat(9),
        likes: 9,
      })
      await index()
      expect(await seen(grace)).toEqual(before)
      expect(await seen(samuel)).toEqual(Array.from({ length: 4 }, () => ({ count: 0, ids: [] })))
      expect(before[3]!.ids.toSorted()).toEqual([id, other.id].toSorted())
      for (const reader of [helen, marcus])
        expect((await seen(reader)).slice(0, 2)).toEqual(Array.from({ length: 2 }, () => ({ count: 1, ids: [id] })))
    })

    it('finds nothing by words that wait for staff, were refused, or stand where the viewer may not read', async () => {
      const { id } = await insertThread(testServer, { author: helen.id, networks: [legal], topic: 'Baklava' })
      const elsewhere = await insertThread(testServer, { author: samuel.id, networks: [finance], topic: 'Elsewhere' })
      await insertMessage(testServer, { thread: elsewhere.id, sender: samuel.id, body: 'geheimpistazie' })
      const reply = await insertMessage(testServer, { thread: id, sender: marcus.id, body: 'geheimpistazie' })
      const of = async (who: Client) => (await found(who, { search: 'geheimpistazie' })).ids
      await index()
      expect([await of(grace), await of(samuel)]).toEqual([[id], [elsewhere.id]])
      await testServer.sql(
        `update messages set moderation_processed = true, moderation_approved = false where id = $1`,
        [reply],
      )
      await index()
      expect(await of(grace)).toEqual([])
      await testServer.sql(
        `update messages set moderation_processed = null, moderation_approved = null where id = $1`,
        [reply],
      )
      await index()
      expect(await of(grace)).toEqual([id])
    })

    it('finds what a blocked member said, as their folded reply can be opened, and not what they said in private', async () => {
      const { id } = await insertThread(testServer, { author: helen.id, networks: [legal], topic: 'Kouglof' })
      await insertMessage(testServer, { thread: id, sender: marcus.id, body: 'geheimrosine' })
      await testServer.sql('insert into member_blocks (user_id, blocked_user_id) values ($1, $2)', [
        camille.id,
        marcus.id,
      ])
      await index()
      expect((await found(camille, { search: 'geheimrosine' })).ids).toEqual([id])
      await testServer.sql('delete from member_blocks where user_id = $1', [camille.id])
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
      const { id } = await insertThread(testServer, asked)
      const answered = await insertThread(testServer, {
        ...asked,
        author: marcus.id,
        thread_type: 'discussion',
        geographies: [],
        areas: [],
      })
      await insertMessage(testServer, { thread: answered.id, sender: helen.id })
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
        await found(grace, {
          search,
          isPoll: true,
          geographies: [2],
          areasOfExpertise: [1],
          unanswered: true,
          limit: 1,
        }),
      ).toEqual({ count: 1, ids: [id] })
    })

    it('counts a thread as unanswered until somebody answers everybody, and again when that answer is gone', async () => {
      const { id } = await insertThread(testServer, { author: grace.id, networks: [legal], topic: 'On halva' })
      const isUnanswered = async () =>
        (await found(grace, { search: 'halva', unanswered: true })).ids.includes(id) &&
        (await counterErrors(testServer, id)) === 0
      expect(await isUnanswered()).toBe(true)
      const say = (body: string, isPrivate = false) =>
        marcus.ask(ReplyToThread, { thread_id: id, body, idempotency_key: newKey(), isPrivate })
      await say('In confidence.', true)
      expect(await isUnanswered()).toBe(true)
      const { replyToThread: answer } = await say('To all.')
      expect((await found(grace, { search: 'halva', unanswered: true })).ids).toEqual([])
      await marcus.ask(RemoveMessage, { message_id: answer.id })
      expect(await isUnanswered()).toBe(true)
      await testServer.sql('update feed_facts set unanswered = false where thread_id = $1', [id])
      expect(await counterErrors(testServer, id)).toBe(1)
      await testServer.sql('select refresh_threads(array[$1::bigint])', [id])
      expect(await isUnanswered()).toBe(true)
    })

    it('intersects networks with those of the session (threat 2)', async () => {
      await insertThread(testServer, { author: samuel.id, networks: [finance], topic: 'Nougat' })
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
      // A limit above the documented maximum is capped.
      expect((await found(grace, { limit: 26 })).ids.length).toBeLessThanOrEqual(25)
      expect(await grace.op(SearchFilterFeed, { limit: -1 })).toMatchObject({ status: 400, field: 'limit' })
    })

    it('is refused without a session', async () => {
      expect((await testServer.anonymous().op(SearchFilterFeed, {})).status).not.toBe(200)
    })
  })
  return testServer
}
