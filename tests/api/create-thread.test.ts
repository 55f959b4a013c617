import { describe, expect, it } from 'vitest'
import { CreateThread, thread, threads } from '#api/operations.ts'
import { BODY_LENGTH, TOPIC_LENGTH } from '#shared/posts.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { counterErrors, networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance, executive, thesuite } = await networkIds(testServer)
const [helen, marcus, samuel] = [
  await testServer.member(demoMembers.member),
  await testServer.member(demoMembers.peer),
  await testServer.member(demoMembers.finance),
]
const post = (more: Record<string, unknown> = {}) => ({
  topic: 'How do you handle it',
  body: '<p>We wonder.</p>',
  idempotency_key: newKey(),
  ...more,
})
const networksOf = (answer: { createThread: { peer_networks: { id: number }[] } }) =>
  answer.createThread.peer_networks.map(({ id }) => id)
const countThreads = async () =>
  (await testServer.sql<{ n: number }>('select count(*)::integer as n from threads'))[0]!.n

describe('CreateThread (OP-CreateThread)', () => {
  it('starts a discussion that members find at the top of the feed, unreviewed', async () => {
    const { createThread: made } = await helen.ask(
      CreateThread,
      post({ geographies: [1, 1, 2], areas_of_expertise: [3] }),
    )
    expect(made).toMatchObject({
      topic: 'How do you handle it',
      thread_type: 'discussion',
      excerpt: 'We wonder.',
      approved: false,
      moderation: { processed: false, approved: false },
      num_of_responses: 0,
      count_of_entries: 1,
    })
    expect(made.geographies.map(({ id }) => id).toSorted()).toEqual([1, 2])
    const { threads: feed } = await marcus.ask(threads, { limit: 1 })
    expect(feed.items[0]!.thread.id).toBe(made.id)
    const { thread: read } = await marcus.ask(thread, { id: made.id })
    expect(read!.messages).toEqual([
      expect.objectContaining({ is_original_message: true, parsed_body: '<p>We wonder.</p>', sender_id: helen.id }),
    ])
    expect(await counterErrors(testServer, made.id)).toBe(0)
  })

  it('goes to the primary network and those its list allows, unless chosen (ROLE-cross-network-discussion-creation)', async () => {
    expect(networksOf(await helen.ask(CreateThread, post()))).toEqual([legal])
    expect(networksOf(await marcus.ask(CreateThread, post()))).toEqual([legal])
    expect(
      networksOf(await marcus.ask(CreateThread, post({ peer_network_ids: [executive, thesuite, executive] }))),
    ).toEqual([executive, thesuite])
  })

  it('keeps a mention of those who can read it, by the name they have', async () => {
    const body = `<p>Ask <span data-mention-id="${marcus.id}">@Marcus</span><span data-mention-id="${samuel.id}">@Samuel</span></p>`
    const { createThread: made } = await helen.ask(CreateThread, post({ body, mentions: [marcus.id, samuel.id] }))
    const { thread: read } = await helen.ask(thread, { id: made.id })
    expect(read!.messages[0]!.mentioned_users.map(({ id }) => id)).toEqual([marcus.id])
    expect(read!.cleaned_html).toBe(`<p>Ask <span data-mention-id="${marcus.id}">@Marcus Oyelaran</span></p>`)
  })

  it('sent again, or 20 times at once, is one discussion', async () => {
    const before = await countThreads()
    const variables = post()
    const answers = await Promise.all(Array.from({ length: 20 }, () => helen.ask(CreateThread, variables)))
    expect(new Set(answers.map(({ createThread }) => createThread.id)).size).toBe(1)
    expect(await countThreads()).toBe(before + 1)
    expect(await helen.op(CreateThread, { ...variables, topic: 'Another' })).toMatchObject({
      code: 'request.key_reused',
    })
  })

  it('joins the spaces of a topic and takes one of exactly the longest', async () => {
    const { createThread: made } = await helen.ask(
      CreateThread,
      post({ topic: `  a\n\t b${'x'.repeat(TOPIC_LENGTH - 3)} ` }),
    )
    expect(made.topic).toHaveLength(TOPIC_LENGTH)
    expect(made.topic.startsWith('a bx')).toBe(true)
  })
})

describe('a discussion is refused, and nothing is written,', () => {
  it.each([
    ['an empty topic (VALID-thread-topic)', { topic: ' \n ' }, 'discussions.topic_empty', 'topic', 200],
    ['a topic of signs that nobody sees', { topic: '\u200b\u2060' }, 'discussions.topic_empty', 'topic', 200],
    ['a topic that is too long', { topic: 'x'.repeat(TOPIC_LENGTH + 1) }, 'discussions.topic_too_long', 'topic', 200],
    ['no topic (VALID-thread-topic)', { topic: undefined }, 'request.variables', 'topic', 400],
    ['no body (VALID-thread-body)', { body: undefined }, 'request.variables', 'body', 400],
    ['an empty body (VALID-thread-body)', { body: '<p> </p>' }, 'discussions.body_empty', 'body', 200],
    ['a body that is too long', { body: 'x'.repeat(BODY_LENGTH + 1) }, 'discussions.body_too_long', 'body', 200],
    [
      'a network that its list does not allow',
      { peer_network_ids: [finance] },
      'discussions.network_refused',
      'peer_network_ids',
      200,
    ],
    [
      'one allowed network and one that is not',
      { peer_network_ids: [legal, finance] },
      'discussions.network_refused',
      'peer_network_ids',
      200,
    ],
    [
      'a network that does not exist',
      { peer_network_ids: [987_654] },
      'discussions.network_refused',
      'peer_network_ids',
      200,
    ],
    ['a geography that does not exist', { geographies: [987_654] }, 'discussions.tag_unknown', 'geographies', 200],
    [
      'an area that does not exist',
      { areas_of_expertise: [987_654] },
      'discussions.tag_unknown',
      'areas_of_expertise',
      200,
    ],
    ['a kind of no name', { thread_type: 'gossip' }, 'request.variables', 'thread_type', 400],
    ['a key that is too short', { idempotency_key: 'short' }, 'request.idempotency_key', 'idempotency_key', 400],
  ] as const)('with %s', async (_, more, code, field, status) => {
    const before = await countThreads()
    const answer = await helen.op(CreateThread, post(more) as never)
    expect(answer).toMatchObject({ status, data: null, code })
    expect(answer.field).toBe(field)
    expect(await countThreads()).toBe(before)
  })

  it('with the kind poll, which has its own form', async () => {
    expect(await helen.op(CreateThread, post({ thread_type: 'poll' }))).toMatchObject({
      code: 'discussions.kind_not_offered',
    })
  })

  it('by who has no session, was suspended, or whose membership has expired', async () => {
    const before = await countThreads()
    expect(await testServer.anonymous().op(CreateThread, post())).toMatchObject({ status: 401 })
    expect(await (await testServer.member(demoMembers.suspended)).op(CreateThread, post())).toMatchObject({
      status: 401,
    })
    expect(await (await testServer.member('frank@members.test')).op(CreateThread, post())).toMatchObject({
      code: 'membership.expired',
    })
    expect(await countThreads()).toBe(before)
  })

  it('by a trial member after the trial has ended (DECISION-current-state-values)', async () => {
    const nathan = await testServer.member(demoMembers.trial)
    await nathan.ask(CreateThread, post())
    await testServer.sql(`update users set trial_end_date = now() - interval '1 minute' where id = $1`, [nathan.id])
    // Use a new session, because the viewer of a session is cached for three seconds.
    const later = await testServer.memberById(nathan.id)
    expect(await later.op(CreateThread, post())).toMatchObject({ code: 'membership.expired' })
    expect(await later.op(threads, {})).toMatchObject({ data: null, code: 'membership.expired' })
  })
})
