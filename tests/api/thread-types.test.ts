import { describe, expect, it } from 'vitest'
import { CreateThread, CreationNetworks, SuggestThreads, thread, threads } from '#api/operations.ts'
import type { ThreadType } from '#shared/discussions.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [helen, marcus, samuel] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.finance)
const post = (thread_type: ThreadType, more: Record<string, unknown> = {}) => ({
  topic: 'What would you take',
  body: '<p>We wonder.</p>',
  thread_type,
  idempotency_key: newKey(),
  ...more,
})

describe('the kinds of threads (ENUM-thread_type)', () => {
  it.each(['discussion', 'document_request', 'recommendation_request'] as const)(
    'members start a %s, and it stands in the feed as one (FIELD-thread.thread_type)',
    async (thread_type) => {
      const { createThread: made } = await helen.ask(CreateThread, post(thread_type, { peer_network_ids: [legal] }))
      expect(made).toMatchObject({ thread_type, poll: null })
      expect((await marcus.ask(thread, { id: made.id })).thread).toMatchObject({ thread_type })
      const { threads: feed } = await marcus.ask(threads, { thread_type, limit: 1 })
      expect(feed.items[0]!.thread.id).toBe(made.id)
    },
  )

  it('a poll is opened with its options, and refused as a mere thread with a sentence that says so', async () => {
    const refused = await helen.op(CreateThread, post('poll'))
    expect(refused).toMatchObject({ data: null, code: 'discussions.kind_not_offered', field: 'thread_type' })
    expect(refused.message).toContain('CreatePoll')
  })

  it('recommendations are asked for where their own list allows, discussions are not (ROLE-cross-network-recommendation-requests)', async () => {
    const networksFor = async (thread_type: ThreadType) =>
      (await helen.ask(CreationNetworks, { thread_type })).creation_networks.map(({ id }) => id).toSorted()
    expect(await networksFor('recommendation_request')).toEqual([legal, finance].toSorted())
    expect(await networksFor('document_request')).toEqual([legal])
    const asked = { peer_network_ids: [finance] }
    const { createThread: made } = await helen.ask(CreateThread, post('recommendation_request', asked))
    expect((await samuel.ask(thread, { id: made.id })).thread).toMatchObject({ id: made.id })
    expect(await helen.op(CreateThread, post('document_request', asked))).toMatchObject({
      code: 'discussions.network_refused',
    })
    const expired = await testServer.member('frank@members.test')
    expect(await expired.op(CreationNetworks, { thread_type: 'discussion' })).toMatchObject({
      code: 'membership.expired',
    })
  })
})

describe('what was asked before', async () => {
  const author = marcus.id
  const first = await insertThread(testServer, {
    author,
    networks: [legal],
    topic: 'Which escrow agent holds source code in Liechtenstein?',
    thread_type: 'recommendation_request',
  })
  await insertMessage(testServer, { thread: first.id, sender: helen.id })
  const second = await insertThread(testServer, {
    author,
    networks: [legal],
    topic: 'Escrow fees',
    body: 'For the source code.',
  })
  const foreign = await insertThread(testServer, {
    author: samuel.id,
    networks: [finance],
    topic: 'Escrow of source code',
  })
  await insertThread(testServer, { author, networks: [legal], topic: 'Source of the escrow code', removed: true })
  const found = async (topic: string, who = helen) => (await who.ask(SuggestThreads, { topic })).suggest_threads

  it('is suggested, the most alike first, with its kind, day and replies', async () => {
    const suggested = await found('An escrow agent for source code')
    expect(suggested.slice(0, 2).map(({ id }) => id)).toEqual([first.id, second.id])
    expect(suggested[0]).toMatchObject({ thread_type: 'recommendation_request', num_of_responses: 1 })
  })

  it('is suggested only to who may read it', async () => {
    expect((await found('escrow source code')).map(({ id }) => id)).not.toContain(foreign.id)
    const ids = (await found('escrow source code', samuel)).map(({ id }) => id)
    expect(ids).toContain(foreign.id)
    expect(ids).not.toContain(second.id)
    expect(await testServer.anonymous().op(SuggestThreads, { topic: 'escrow source code' })).toMatchObject({
      status: 401,
    })
  })

  it.each(['', 'the of and', `'"\\ & | ! :* <->`, 'escrow\\', "o'neill's escrow code"])(
    'answers to %j',
    async (topic) => {
      expect((await helen.op(SuggestThreads, { topic })).status).toBe(200)
    },
  )

  it('is at most five, unless fewer or a few more are asked for', async () => {
    expect((await found('board contract escrow source code data legal')).length).toBeLessThanOrEqual(5)
    expect((await helen.ask(SuggestThreads, { topic: 'escrow source code', limit: 1 })).suggest_threads).toHaveLength(1)
    const { suggest_threads: most } = await helen.ask(SuggestThreads, { topic: 'escrow source', limit: 1_000 })
    expect(most.length).toBeLessThanOrEqual(10)
  })
})
