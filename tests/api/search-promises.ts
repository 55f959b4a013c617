/** What search promises a member, whether the database answers or the index. */
import { describe, expect, it } from 'vitest'
import {
  CreateThread,
  EditMessage,
  FindThreads,
  QuerySuggestions,
  RememberSearch,
  RemoveMessage,
  ReplyToThread,
  type FindThreadsQueryVariables,
} from '#api/operations.ts'
import { FOUND_BEGINS, FOUND_ENDS, SUGGESTED_FROM } from '#shared/search.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/test-server.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'

export async function promiseSearch(prepare: (testServer: TestServer) => Promise<void>): Promise<TestServer> {
  const testServer = await startTestServer()
  const { legal, finance } = await networkIds(testServer)
  const [helen, marcus, camille, grace, samuel, staff] = await testServer.members(
    demoMembers.member,
    demoMembers.peer,
    demoMembers.groupAdmin,
    demoMembers.billing,
    demoMembers.finance,
    demoMembers.staff,
  )
  const index = () => testServer.sql('select index_messages(1000000)')
  const find = async (who: Client, variables: FindThreadsQueryVariables) =>
    (await who.ask(FindThreads, variables)).found_threads
  const ids = async (who: Client, search: string, more: Partial<FindThreadsQueryVariables> = {}) =>
    (await find(who, { search, ...more })).items.map(({ thread_id }) => thread_id)

  await prepare(testServer)

  describe('words are found', () => {
    it('in topics, openings and replies, the topic first, each discussion once with its best place', async () => {
      const topic = await insertThread(testServer, { author: helen.id, networks: [legal], topic: 'On quokkas' })
      const body = await insertThread(testServer, {
        author: helen.id,
        networks: [legal],
        body: 'Who keeps quokkas here?',
      })
      const answered = await insertThread(testServer, { author: helen.id, networks: [legal] })
      const reply = await insertMessage(testServer, {
        thread: answered.id,
        sender: marcus.id,
        body: 'A quokka, then. A quokka!',
      })
      await insertMessage(testServer, {
        thread: answered.id,
        sender: marcus.id,
        body: `No quokka. ${'Other words. '.repeat(40)}`,
      })
      await index()
      const { count, items } = await find(grace, { search: 'quokka' })
      expect(count).toBe(3)
      expect(items[0]).toMatchObject({ thread_id: topic.id, is_original_message: true })
      expect(new Set(items.map(({ thread_id }) => thread_id))).toEqual(new Set([topic.id, body.id, answered.id]))
      expect(items.find(({ thread_id }) => thread_id === answered.id)).toMatchObject({
        message_id: reply,
        sender: { id: marcus.id },
        excerpt: `A ${FOUND_BEGINS}quokka${FOUND_ENDS}, then. A ${FOUND_BEGINS}quokka${FOUND_ENDS}`,
      })
    })

    it('with or without accents and endings, as phrases, and without what is excluded', async () => {
      const { id } = await insertThread(testServer, {
        author: helen.id,
        networks: [legal],
        body: 'Société générale d’étiquettes',
      })
      const other = await insertThread(testServer, {
        author: helen.id,
        networks: [legal],
        body: 'Etiquettes générales, société',
      })
      await index()
      expect((await ids(grace, 'societe etiquette')).toSorted()).toEqual([id, other.id].toSorted())
      expect(await ids(grace, '"societe generale"')).toEqual([id])
      expect(await ids(grace, 'etiquettes -generale')).toEqual([])
    })

    it('some of many words, where nothing has all of them (SEARCH-questions)', async () => {
      const { id } = await insertThread(testServer, {
        author: helen.id,
        networks: [legal],
        body: 'The axolotl clause.',
      })
      await index()
      expect(await ids(grace, 'axolotl paragraph wording that nobody wrote')).toContain(id)
      expect(await ids(grace, 'Would anybody have an axolotl, please?', { any_word: true })).toContain(id)
      expect(await ids(grace, 'axolotl "wording that nobody wrote"')).toEqual([])
      // In a question of whole sentences, quotes are punctuation.
      const question = 'Has anybody of you ever seen an axolotl that was "wording that nobody wrote" somewhere?'
      expect(await ids(grace, question)).toContain(id)
      expect(await ids(grace, `${question} -axolotl`)).not.toContain(id)
    })

    it('in one list: all words first, side by side before apart, then some of them', async () => {
      const put = async (body: string) =>
        (await insertThread(testServer, { author: helen.id, networks: [legal], topic: 'Zoo', body })).id
      const one = await put('A mongoose. A mongoose!')
      const apart = await put('The tapir met a mongoose in the yard.')
      const near = await put('In the yard the tapir mongoose met.')
      await index()
      expect(await ids(grace, 'tapir mongoose')).toEqual([near, apart, one])
      expect(await ids(grace, 'mongoose -tapir')).toEqual([one])
      // By date, what has some of the words would come first.
      expect(await ids(grace, 'tapir mongoose', { order_by: 'most_recent' })).toEqual([near, apart])
      expect(await ids(grace, 'tapir yaffle', { order_by: 'most_recent' })).toEqual([near, apart])
    })

    it('in British and American spelling', async () => {
      const british = await insertThread(testServer, {
        author: helen.id,
        networks: [legal],
        body: 'The zorilla licence was authorised by the labour centre.',
      })
      const american = await insertThread(testServer, {
        author: helen.id,
        networks: [legal],
        body: 'The zorilla license was authorized by the labor center.',
      })
      await index()
      for (const search of ['authorised zorilla', 'zorilla authorize', 'license zorilla', 'zorilla labour centres'])
        expect((await ids(grace, search)).slice(0, 2).toSorted()).toEqual([british.id, american.id].toSorted())
    })

    it('from somebody, in a network, of a kind, before and after a day', async () => {
      const old = await insertThread(testServer, {
        author: marcus.id,
        networks: [legal],
        body: 'An okapi of old.',
        pub_date: '2024-05-01T12:00:00Z',
      })
      const asked = await insertThread(testServer, {
        author: helen.id,
        networks: [legal],
        thread_type: 'recommendation_request',
        body: 'Any okapi?',
      })
      await index()
      for (const from of ['marc', 'Oyelaran', 'oyel marcus', 'Márcus'])
        expect(await ids(grace, 'okapi', { from })).toEqual([old.id])
      for (const from of ['arcus', 'marcus helen', '%', '&|']) expect(await ids(grace, 'okapi', { from })).toEqual([])
      expect(await ids(grace, 'okapi', { thread_type: 'recommendation_request' })).toEqual([asked.id])
      expect(await ids(grace, 'okapi', { before: '2025-01-01T00:00:00Z' })).toEqual([old.id])
      expect(await ids(grace, 'okapi', { after: '2025-01-01T00:00:00Z' })).toEqual([asked.id])
      expect(await ids(grace, 'okapi', { in: 'no-such-network' })).toEqual([])
      expect(await ids(grace, '', { from: 'marc', before: '2024-06-01T00:00:00Z' })).toContain(old.id)
      expect(await find(grace, { search: '' })).toEqual({ count: 0, partial: false, items: [] })
    })

    it('by the newest first where that is asked for (ENUM-search_sort, DECISION-sort-values)', async () => {
      const first = await insertThread(testServer, {
        author: helen.id,
        networks: [legal],
        topic: 'Numbats, numbats',
        pub_date: '2024-01-01T00:00:00Z',
      })
      const second = await insertThread(testServer, {
        author: helen.id,
        networks: [legal],
        body: `A numbat. ${'Words. '.repeat(60)}`,
      })
      await index()
      expect(await ids(grace, 'numbat')).toEqual([first.id, second.id])
      expect(await ids(grace, 'numbat', { order_by: 'most_recent' })).toEqual([second.id, first.id])
    })
  })

  describe('nothing is found', () => {
    it('by who may not read it, and it does not count (threats 1, 4 and 5)', async () => {
      const { id } = await insertThread(testServer, { author: helen.id, networks: [legal], body: 'The pangolin file.' })
      await insertMessage(testServer, {
        thread: id,
        sender: camille.id,
        body: 'The armadillo.',
        readers: [camille.id, helen.id],
      })
      const foreign = await insertThread(testServer, { author: samuel.id, networks: [finance], body: 'Pangolins pay.' })
      await index()
      expect(await find(grace, { search: 'pangolin' })).toMatchObject({ count: 1, items: [{ thread_id: id }] })
      expect(await find(samuel, { search: 'pangolin' })).toMatchObject({ count: 1, items: [{ thread_id: foreign.id }] })
      expect(await find(grace, { search: 'armadillo' })).toEqual({ count: 0, partial: false, items: [] })
      expect(await find(samuel, { search: 'armadillo' })).toEqual({ count: 0, partial: false, items: [] })
      for (const party of [helen, camille, staff])
        expect(await find(party, { search: 'armadillo' })).toMatchObject({ count: 1, items: [{ is_private: true }] })
    })

    it('that is held or rejected by staff, but by its author', async () => {
      const facts = {
        author: helen.id,
        networks: [legal],
        body: 'A kinkajou.',
        source: 'other' as const,
        processed: false,
        approved: false,
      }
      await insertThread(testServer, facts)
      await index()
      expect(await find(grace, { search: 'kinkajou' })).toEqual({ count: 0, partial: false, items: [] })
    })

    it('before sign-in', async () => {
      expect((await testServer.anonymous().op(FindThreads, { search: 'pangolin' })).status).toBe(401)
      expect((await testServer.anonymous().op(QuerySuggestions, {})).status).toBe(401)
    })
  })

  it('what is written, edited and removed is found or not found at once, by the jobs that follow it', async () => {
    const { createThread: made } = await helen.ask(CreateThread, {
      topic: 'A question of wombats',
      body: '<p>Who feeds them?</p>',
      peer_network_ids: [legal],
      idempotency_key: newKey(),
    })
    const { replyToThread: reply } = await marcus.ask(ReplyToThread, {
      thread_id: made.id,
      body: '<p>The bandicoot does.</p>',
      idempotency_key: newKey(),
    })
    await testServer.runJobs()
    expect(await ids(grace, 'wombat')).toEqual([made.id])
    expect(await ids(grace, 'bandicoot')).toEqual([made.id])
    await marcus.ask(EditMessage, { message_id: reply.id, body: '<p>The potoroo does.</p>', idempotency_key: newKey() })
    await testServer.runJobs()
    expect(await ids(grace, 'bandicoot')).toEqual([])
    expect(await ids(grace, 'potoroo')).toEqual([made.id])
    await marcus.ask(RemoveMessage, { message_id: reply.id })
    await testServer.runJobs()
    expect(await ids(grace, 'potoroo')).toEqual([])
    expect(await testServer.sql('select from search_changes')).toEqual([])
  })

  describe('query suggestions (OP-QuerySuggestions)', () => {
    const remember = async (who: Client, query: string) =>
      (await who.ask(RememberSearch, { query, search_section: 'threads' })).rememberSearch
    const suggested = async (who: Client, variables = {}) =>
      (await who.ask(QuerySuggestions, { query: 'liab', ...variables })).query_suggestions.map(({ query }) => query)

    it('come once several members made the search, and only within networks in common (FIELD-query_suggestion.query, FIELD-query_suggestion.search_count, FIELD-query_suggestion.search_section, FIELD-query_suggestion.popularity, FIELD-query_suggestion.last_searched_at)', async () => {
      for (const who of [helen, marcus, camille].slice(0, SUGGESTED_FROM - 1)) await remember(who, 'Liability  cap')
      expect(await suggested(grace)).toEqual([])
      await remember(camille, 'liability cap')
      expect((await grace.ask(QuerySuggestions, { query: 'liab' })).query_suggestions).toMatchObject([
        {
          query: 'liability cap',
          search_section: 'threads',
          search_count: 3,
          popularity: expect.closeTo(3, 1),
          last_searched_at: expect.any(String),
        },
      ])
      expect(await suggested(grace, { minSearchCount: 4 })).toEqual([])
      expect(await suggested(grace, { searchSection: 'members' })).toEqual([])
      expect(await suggested(samuel)).toEqual([])
    })

    it('are one’s own where asked for, and nobody else’s (DECISION-user-id-variables)', async () => {
      await remember(grace, 'liability of directors')
      expect(await suggested(grace, { userId: grace.id })).toEqual(['liability of directors'])
      expect(await suggested(grace, { userId: helen.id })).toEqual([])
    })

    it('never hold names, numbers or whole questions', async () => {
      for (const query of [
        'helen',
        'letter to Oyelaran',
        'lettre à Óyelaran',
        'maria lopez',
        'kim@example.com',
        'claim 4711',
        `${'very '.repeat(13)}long`,
        'x',
      ])
        expect(await remember(helen, query)).toBeNull()
      expect(await testServer.sql(`select from searches where query ~ 'helen|yelaran|lopez|kim|4711|very'`)).toEqual([])
    })
  })
  return testServer
}
