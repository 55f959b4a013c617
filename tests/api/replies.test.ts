import { describe, expect, it } from 'vitest'
import { EditMessage, ReplyToThread, thread } from '#api/operations.ts'
import { BODY_LENGTH, MENTIONS_PER_POST } from '#shared/posts.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { counterErrors, networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [helen, marcus, camille, grace, samuel, derek, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.billing,
  demoMembers.finance,
  demoMembers.suspended,
  demoMembers.staff,
)
const frank = await testServer.member('frank@members.test')
const UNKNOWN = 9_007_199_254_740_991
const freshThread = () => insertThread(testServer, { author: helen.id, networks: [legal], topic: 'Which clause' })
const rowsOf = async (threadId: number) =>
  (
    await testServer.sql<{ count: number }>(
      'select count(*)::integer as count from messages where thread_id = $1 and not is_original_message',
      [threadId],
    )
  )[0]!.count
const say = (thread_id: number, body = '<p>An answer.</p>') => ({ thread_id, body, idempotency_key: newKey() })

describe('ReplyToThread (OP-ReplyToThread)', () => {
  it('posts to the group: shown at once, unreviewed, counted', async () => {
    const { id, opening } = await freshThread()
    const { replyToThread: reply } = await marcus.ask(ReplyToThread, { ...say(id), message_replied_id: opening })
    expect(reply).toMatchObject({
      thread_id: id,
      sender_id: marcus.id,
      is_private: false,
      is_original_message: false,
      message_replied_id: opening,
      source: 'web',
      awaiting_review: true,
      moderation: { processed: false, approved: false },
      parsed_body: '<p>An answer.</p>',
    })
    const { thread: read } = await grace.ask(thread, { id })
    expect(read).toMatchObject({ num_of_responses: 1, num_of_private_responses: 0 })
    expect(read!.messages[0]).toMatchObject({ id: reply.id, awaiting_review: false })
  })

  it('posts privately to the author of the message answered and the author of the thread (STATE-reply-visibility-choice, ROLE-private-reply-choice)', async () => {
    const { id } = await freshThread()
    const answer = await insertMessage(testServer, { thread: id, sender: marcus.id })
    const { replyToThread: reply } = await camille.ask(ReplyToThread, {
      ...say(id),
      isPrivate: true,
      message_replied_id: answer,
    })
    expect(reply.is_private).toBe(true)
    expect(reply.private_readers.map((reader) => reader.id).toSorted()).toEqual(
      [helen.id, marcus.id, camille.id].toSorted(),
    )
    const { thread: read } = await grace.ask(thread, { id })
    expect(read).toMatchObject({ num_of_responses: 1, num_of_private_responses: 1 })
  })

  it('keeps what is allowed in a body and drops the rest (RULE-reply-sanitise, DECISION-sanitise-rules)', async () => {
    const { id } = await freshThread()
    const body =
      '<p onclick="x()">Fine <b>and</b> <script>alert(1)</script><a href="javascript:alert(1)">here</a> <a href="https://example.com" target="_blank">there</a></p><img src=x onerror=alert(1)>'
    const { replyToThread: reply } = await marcus.ask(ReplyToThread, say(id, body))
    expect(reply.parsed_body).toBe('<p>Fine <strong>and</strong> here <a href="https://example.com">there</a></p>')
    const [stored] = await testServer.sql('select body, parsed_body, cleaned_body from messages where id = $1', [
      reply.id,
    ])
    expect(stored).toEqual({
      body: reply.parsed_body,
      parsed_body: reply.parsed_body,
      cleaned_body: 'Fine and here there',
    })
  })

  it('keeps a mention only of those named who can read the thread (RULE-mention-kept)', async () => {
    const { id } = await freshThread()
    const span = (userId: number) => `<span data-mention-id="${userId}">@${userId}</span>`
    const body = `<p>Ask ${span(marcus.id)}${span(grace.id)}${span(samuel.id)}${span(derek.id)}${span(frank.id)}</p>`
    const mentions = [marcus.id, samuel.id, derek.id, frank.id]
    const { replyToThread: reply } = await camille.ask(ReplyToThread, { ...say(id, body), mentions })
    expect(reply.parsed_body).toBe(`<p>Ask <span data-mention-id="${marcus.id}">@Marcus Oyelaran</span></p>`)
    expect(reply.mentioned_users.map((user) => user.id)).toEqual([marcus.id])
  })

  it('tells nobody who is named beside the text but not in it', async () => {
    const { id } = await freshThread()
    const { replyToThread: reply } = await camille.ask(ReplyToThread, { ...say(id), mentions: [marcus.id] })
    expect(reply.mentioned_users).toEqual([])
  })

  it('lets a private reply mention only its readers', async () => {
    const { id } = await freshThread()
    const body = `<p>x <span data-mention-id="${helen.id}">@Helen</span><span data-mention-id="${grace.id}">@Grace</span></p>`
    const { replyToThread: reply } = await camille.ask(ReplyToThread, {
      ...say(id, body),
      isPrivate: true,
      mentions: [helen.id, grace.id],
    })
    expect(reply.mentioned_users.map((user) => user.id)).toEqual([helen.id])
    expect(reply.parsed_body).not.toContain('Grace')
  })

  it(`looks up no more than ${MENTIONS_PER_POST} of 500 mentions (threat 8)`, async () => {
    const { id } = await freshThread()
    const people = (await testServer.sql<{ id: number }>('select id from users order by id')).map((user) => user.id)
    const mentions = [...people, ...Array.from({ length: 500 - people.length }, (_, index) => 100_000 + index)]
    const body = people.map((userId) => `<span data-mention-id="${userId}">@x</span>`).join('') + '<p>Flood</p>'
    const { replyToThread: reply } = await camille.ask(ReplyToThread, { ...say(id, body), mentions })
    expect(reply.mentioned_users.length).toBeLessThanOrEqual(MENTIONS_PER_POST)
    const told = await testServer.sql(
      `select x.user_id from message_mentioned_users x join users u on u.id = x.user_id where x.message_id = $1 and
       (u.suspended or not exists (select from peer_network_memberships m where m.user_id = u.id and m.peer_network_id = $2))`,
      [reply.id, legal],
    )
    expect(told).toEqual([])
  })
})

describe('a reply is refused, and nothing is written,', () => {
  const refusal = async (variables: Record<string, unknown>, code: string, field?: string) => {
    const before = await testServer.sql('select count(*) as n from messages')
    const answer = await marcus.op(ReplyToThread, { idempotency_key: newKey(), ...variables } as never)
    expect(answer).toMatchObject({ data: null, code, ...(field ? { field } : {}) })
    expect(await testServer.sql('select count(*) as n from messages')).toEqual(before)
    return answer
  }

  it.each([
    '',
    '   ',
    '<p></p>',
    '<p>&nbsp;</p>',
    '<script>alert(1)</script>',
    '<p>\u200b\u200d\ufeff</p>',
    '<img src="x">',
  ])('when its body is empty: %j (VALID-reply-body)', async (body) => {
    const { id } = await freshThread()
    await refusal({ thread_id: id, body }, 'discussions.body_empty', 'body')
  })

  it('when body or thread are missing (VALID-reply-body, VALID-reply-thread)', async () => {
    const { id } = await freshThread()
    expect((await refusal({ thread_id: id }, 'request.variables')).status).toBe(400)
    expect((await refusal({ body: '<p>x</p>' }, 'request.variables')).status).toBe(400)
  })

  it('when its text is longer than fits', async () => {
    const { id } = await freshThread()
    await refusal({ thread_id: id, body: `<p>${'x'.repeat(BODY_LENGTH + 1)}</p>` }, 'discussions.body_too_long', 'body')
    await marcus.ask(ReplyToThread, say(id, `<p>${'x'.repeat(BODY_LENGTH)}</p>`))
  })

  it('when the thread is closed', async () => {
    const { id } = await insertThread(testServer, { author: helen.id, networks: [legal], closed: true })
    await refusal({ thread_id: id, body: '<p>x</p>' }, 'discussions.closed')
  })

  it('when the thread is removed, rejected, of another network or unknown: always the same words', async () => {
    const gone = await insertThread(testServer, { author: helen.id, networks: [legal], removed: true })
    const rejected = await insertThread(testServer, {
      author: helen.id,
      networks: [legal],
      processed: true,
      approved: false,
    })
    const foreign = await insertThread(testServer, { author: samuel.id, networks: [finance] })
    const answers = await Promise.all(
      [gone.id, rejected.id, foreign.id, UNKNOWN].map((thread_id) =>
        refusal({ thread_id, body: '<p>x</p>' }, 'discussions.not_found', 'thread_id'),
      ),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  it('when the message answered stands in another thread, was removed, or is private to others', async () => {
    const { id } = await freshThread()
    const other = await freshThread()
    const removed = await insertMessage(testServer, { thread: id, sender: camille.id, removed: true })
    const secret = await insertMessage(testServer, { thread: id, sender: camille.id, readers: [camille.id, helen.id] })
    const answers = await Promise.all(
      [other.opening, removed, secret, UNKNOWN].map((message_replied_id) =>
        refusal(
          { thread_id: id, body: '<p>x</p>', message_replied_id },
          'discussions.parent_not_found',
          'message_replied_id',
        ),
      ),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  it('when it would answer a private message before everybody', async () => {
    const { id } = await freshThread()
    const secret = await insertMessage(testServer, {
      thread: id,
      sender: camille.id,
      readers: [camille.id, helen.id, marcus.id],
    })
    await refusal(
      { thread_id: id, body: '<p>x</p>', message_replied_id: secret },
      'discussions.parent_private',
      'isPrivate',
    )
    const { replyToThread: reply } = await marcus.ask(ReplyToThread, {
      ...say(id),
      message_replied_id: secret,
      isPrivate: true,
    })
    expect(reply.private_readers.map((reader) => reader.id).toSorted()).toEqual(
      [helen.id, camille.id, marcus.id].toSorted(),
    )
  })

  it('when there is no session, a suspended one, or the membership has expired', async () => {
    const { id } = await freshThread()
    expect(await testServer.anonymous().op(ReplyToThread, say(id))).toMatchObject({ status: 401 })
    expect(await derek.op(ReplyToThread, say(id))).toMatchObject({ status: 401 })
    expect(await frank.op(ReplyToThread, say(id))).toMatchObject({ code: 'membership.expired' })
    expect(await rowsOf(id)).toBe(0)
  })

  it.each(['short', 'x'.repeat(101)])('when its key is no key: %s', async (idempotency_key) => {
    const { id } = await freshThread()
    expect(
      (
        await refusal(
          { thread_id: id, body: '<p>x</p>', idempotency_key },
          'request.idempotency_key',
          'idempotency_key',
        )
      ).status,
    ).toBe(400)
  })
})

describe('sending again', () => {
  it('gives the same message and writes nothing more', async () => {
    const { id } = await freshThread()
    const variables = say(id)
    const first = await marcus.ask(ReplyToThread, variables)
    expect(await marcus.ask(ReplyToThread, variables)).toEqual(first)
    expect(await rowsOf(id)).toBe(1)
  })

  it('after it was edited answers with what it has by then', async () => {
    const { id } = await freshThread()
    const variables = say(id)
    const { replyToThread: first } = await marcus.ask(ReplyToThread, variables)
    const body = `<p>Ask <span data-mention-id="${camille.id}">@x</span></p>`
    await marcus.ask(EditMessage, { message_id: first.id, body, mentions: [camille.id], idempotency_key: newKey() })
    const { replyToThread: again } = await marcus.ask(ReplyToThread, variables)
    expect(again.mentioned_users.map((user) => user.id)).toEqual([camille.id])
  })

  it('20 times at once posts one message', async () => {
    const { id } = await freshThread()
    const variables = say(id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => marcus.ask(ReplyToThread, variables)))
    const [posted, ...others] = [...new Set(answers.map(({ replyToThread }) => replyToThread.id))]
    expect(others).toEqual([])
    expect(await rowsOf(id)).toBe(1)
    expect(await counterErrors(testServer, id)).toBe(0)
    const jobs = await testServer.sql<{ task: string }>(
      `select task from follow_ups where payload ->> 'message_id' = $1 order by 1`,
      [String(posted)],
    )
    expect(jobs.map(({ task }) => task)).toEqual(['mail:post', 'notifications:tell', 'search:index'])
  })

  it('with other content under the same key is refused', async () => {
    const { id } = await freshThread()
    const variables = say(id)
    await marcus.ask(ReplyToThread, variables)
    expect(await marcus.op(ReplyToThread, { ...variables, body: '<p>Other</p>' })).toMatchObject({
      code: 'request.key_reused',
    })
    expect(await rowsOf(id)).toBe(1)
  })

  it('under the key of another member is another message', async () => {
    const { id } = await freshThread()
    const variables = say(id)
    await marcus.ask(ReplyToThread, variables)
    await camille.ask(ReplyToThread, variables)
    expect(await rowsOf(id)).toBe(2)
  })

  it('after the thread was closed still answers with what was posted', async () => {
    const { id } = await freshThread()
    const variables = say(id)
    const first = await marcus.ask(ReplyToThread, variables)
    await testServer.sql('update threads set closed_at = now() where id = $1', [id])
    expect(await marcus.ask(ReplyToThread, variables)).toEqual(first)
  })
})

it('counts 50 replies sent at once by five members without drift', async () => {
  const { id } = await freshThread()
  const writers = [helen, marcus, camille, grace, staff]
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      writers[index % 5]!.ask(ReplyToThread, {
        ...say(id, `<p>${index}</p>`),
        isPrivate: index % 7 === 0 && index % 5 !== 0,
      }),
    ),
  )
  expect(await rowsOf(id)).toBe(50)
  expect(await counterErrors(testServer)).toBe(0)
  const { thread: read } = await grace.ask(thread, { id })
  expect(read!.num_of_responses + read!.num_of_private_responses).toBe(50)
})
