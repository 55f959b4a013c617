/** The moderation queue: what waits, who is reviewing it, what was decided, and who sees what afterwards. */
import { describe, expect, it } from 'vitest'
import {
  ClaimModerationItem,
  CloseThread,
  EditMessage,
  EditThread,
  GetMessageVersions,
  GetModerationAudit,
  GetModerationQueue,
  ModerateItems,
  ReopenThread,
  ReplyToThread,
  thread,
  threads,
} from '#api/operations.ts'
import { BULK_ITEMS, CLAIM_MINUTES, REASON_LENGTH } from '#shared/moderation.ts'
import { demoMembers, demoMember } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { counterErrors, networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const { member, peer, billing, staff: lead } = demoMembers
const [author, sender, reader, staff] = await testServer.members(member, peer, billing, lead)
const other = await newStaff(testServer, { role: 'moderator' })

const waiting = { processed: false, approved: false }
const newThread = (facts: object = {}) =>
  insertThread(testServer, { author: author.id, networks: [legal], topic: `Waits ${newKey()}`, ...facts })
const newReply = (thread_id: number, facts: object = {}) =>
  insertMessage(testServer, { thread: thread_id, sender: sender.id, ...waiting, ...facts })
const queueOf = async (client: Client) => (await client.ask(GetModerationQueue, {})).moderation_queue
const isQueued = async (item_type: string, item_id: number) =>
  (await testServer.sql('select from moderation_queue where item_type = $1 and item_id = $2', [item_type, item_id]))
    .length === 1
const decide = (client: Client, variables: object) =>
  client.op(ModerateItems, { act: 'approve', idempotency_key: newKey(), ...variables } as never)
const messagesFor = async (client: Client, id: number) =>
  (await client.ask(thread, { id })).thread?.messages.filter((message) => !message.is_original_message) ?? []
const inFeed = async (client: Client, id: number) =>
  (await client.ask(threads, {})).threads.items.some((item) => item.thread.id === id)

describe('what waits', () => {
  it('is there as soon as it is written, with what staff need to judge it, oldest first', async () => {
    const { id } = await newThread({ topic: 'To be judged' })
    const parent = await newReply(id, { processed: true, approved: true, body: 'What was said.' })
    const { replyToThread: made } = await author.ask(ReplyToThread, {
      thread_id: id,
      body: '<p>What is answered.</p>',
      message_replied_id: parent,
      idempotency_key: newKey(),
    })
    const queue = await queueOf(staff)
    const item = queue!.items.find(({ item_type, item_id }) => item_type === 'message' && item_id === made.id)
    expect(item).toMatchObject({
      thread_id: id,
      topic: 'To be judged',
      thread_excerpt: 'The body.',
      body: '<p>What is answered.</p>',
      author: { id: author.id },
      peer_networks: [{ id: legal }],
      source: 'web',
      is_private: false,
      visible: true,
      answered: { id: parent, excerpt: 'What was said.', sender: { id: sender.id } },
      claimed_by: null,
    })
    expect(item!.author_networks.map((network) => network.id)).toContain(legal)
    const times = queue!.items.map(({ waiting_since }) => Date.parse(waiting_since))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(queue!.count).toBe(queue!.items.length)
  })

  it('comes back when it was edited, and goes when it was removed (DECISION-unshown-transitions)', async () => {
    const { id } = await newThread()
    const reply = await newReply(id, { processed: true, approved: true })
    expect(await isQueued('message', reply)).toBe(false)
    await testServer.sql('update messages set moderation_processed = false, edited_at = now() where id = $1', [reply])
    expect(await isQueued('message', reply)).toBe(true)
    await testServer.sql('update messages set removed_at = now() where id = $1', [reply])
    expect(await isQueued('message', reply)).toBe(false)
    await testServer.sql(
      'update messages set moderation_processed = false where thread_id = $1 and is_original_message',
      [id],
    )
    expect(await isQueued('thread', id)).toBe(true)
  })

  it('can be narrowed to threads or messages, to the web or mail', async () => {
    const { id } = await newThread({ source: 'other', ...waiting })
    const { moderation_queue: mails } = await staff.ask(GetModerationQueue, { item_type: 'thread', source: 'other' })
    expect(mails!.items.map((item) => item.item_id)).toContain(id)
    expect(mails!.items.every((item) => item.source === 'other' && item.item_type === 'thread')).toBe(true)
    expect(mails!.count).toBe(mails!.items.length)
  })

  it('is staff’s business: to everybody else there is no queue and no trail', async () => {
    const reply = await newReply((await newThread()).id)
    expect(await queueOf(reader)).toBeNull()
    expect((await reader.ask(GetModerationAudit, {})).moderation_audit).toBeNull()
    const own = await decide(sender, { message_ids: [reply] })
    const unknown = await decide(sender, { message_ids: [9_007_199_254_740_991] })
    expect(own.code).toBe('moderation.not_found')
    expect(own.text).toBe(unknown.text)
    expect((await sender.op(ClaimModerationItem, { item_type: 'message', item_id: reply })).code).toBe(
      'moderation.not_found',
    )
    expect(await isQueued('message', reply)).toBe(true)
  })
})

describe('a claim', () => {
  it(`keeps others from deciding the same, and lapses after ${CLAIM_MINUTES} minutes`, async () => {
    const reply = await newReply((await newThread()).id)
    const claim = (client: Client, release = false) =>
      client.op(ClaimModerationItem, { item_type: 'message', item_id: reply, release })
    expect((await claim(staff)).data?.claimModerationItem.claimed_by?.id).toBe(staff.id)
    expect((await queueOf(staff))!.num_of_own_claims).toBeGreaterThan(0)
    expect(await claim(other)).toMatchObject({
      code: 'moderation.claimed',
      message: `${demoMember('staff@counterpart.test').name} is reviewing this.`,
    })
    expect((await decide(other, { message_ids: [reply] })).code).toBe('moderation.claimed')
    await testServer.sql(
      `update moderation_queue set claimed_at = now() - $2 * interval '1 minute' where item_id = $1`,
      [reply, CLAIM_MINUTES],
    )
    expect((await claim(other)).data?.claimModerationItem.claimed_by?.id).toBe(other.id)
    expect((await claim(staff)).code).toBe('moderation.claimed')
    expect((await claim(other, true)).data?.claimModerationItem.claimed_by).toBeNull()
    expect((await decide(staff, { message_ids: [reply] })).code).toBeUndefined()
    expect((await claim(other)).code).toBe('moderation.not_found')
  })
})

describe('a decision', () => {
  it('approves: the date of the decision is the one of order, and nothing waits any more (RULE-reply-order)', async () => {
    const { id } = await newThread()
    const older = await newReply(id, { pub_date: '2026-01-01T10:00:00Z' })
    await newReply(id, { processed: true, approved: true, pub_date: '2026-02-01T10:00:00Z' })
    expect((await decide(staff, { message_ids: [older] })).data).toMatchObject({
      moderateItems: { decisions: [{ decision: 'approved', item_type: 'message', item_id: older, reason: null }] },
    })
    const [first] = await messagesFor(reader, id)
    expect(first).toMatchObject({ id: older, moderation: { processed: true, approved: true } })
    expect(first!.moderation!.processed_date).not.toBeNull()
    expect(await isQueued('message', older)).toBe(false)
    expect(await counterErrors(testServer, id)).toBe(0)
  })

  it('lets posts from mail be seen and counted only when they are approved (STATE-message-visible, DECISION-other-source-unprocessed)', async () => {
    const { id } = await newThread({ source: 'other', ...waiting })
    const reply = await newReply(id, { source: 'other' })
    expect(await inFeed(reader, id)).toBe(false)
    await decide(staff, { thread_ids: [id] })
    expect(await inFeed(reader, id)).toBe(true)
    expect((await reader.ask(thread, { id })).thread).toMatchObject({ num_of_responses: 0, approved: true })
    await decide(staff, { message_ids: [reply] })
    expect((await reader.ask(thread, { id })).thread).toMatchObject({ num_of_responses: 1 })
    expect(await counterErrors(testServer, id)).toBe(0)
  })

  it('rejects with a reason that its author reads and nobody else (STATE-thread-in-feed, DECISION-moderation-actors)', async () => {
    const { id } = await newThread(waiting)
    const reply = await newReply(id)
    const total = (await reader.ask(threads, {})).threads.count
    expect((await messagesFor(reader, id)).map((message) => message.id)).toContain(reply)
    await decide(staff, { message_ids: [reply], act: 'reject', reason: 'It names a client.' })
    expect(await messagesFor(reader, id)).toEqual([])
    expect(await messagesFor(sender, id)).toMatchObject([
      { id: reply, awaiting_review: false, rejection: { reason: 'It names a client.' } },
    ])
    expect(await messagesFor(staff, id)).toEqual([])
    await decide(staff, { thread_ids: [id], act: 'reject', reason: 'Ask in the other network.' })
    expect((await reader.ask(thread, { id })).thread).toBeNull()
    expect((await reader.ask(threads, {})).threads.count).toBe(total - 1)
    const own = (await author.ask(thread, { id })).thread!
    expect(own.messages.find((message) => message.is_original_message)!.rejection!.reason).toBe(
      'Ask in the other network.',
    )
    const seenByStaff = (await staff.ask(thread, { id })).thread!
    expect(seenByStaff.messages.every((message) => message.rejection === null)).toBe(true)
    expect(await counterErrors(testServer, id)).toBe(0)
  })

  it('approves with other words, and keeps what was written', async () => {
    const { id } = await newThread({ ...waiting, topic: 'Acme is suing us', body: 'Acme, our client, is suing.' })
    const answer = await decide(staff, {
      thread_ids: [id],
      topic: 'A client is suing us',
      body: '<p>A client is suing. <script>alert(1)</script></p>',
      reason: 'The client was named.',
    })
    expect(answer.data?.moderateItems.decisions.map(({ decision }) => decision)).toEqual(['edited', 'approved'])
    expect((await reader.ask(thread, { id })).thread).toMatchObject({
      topic: 'A client is suing us',
      excerpt: 'A client is suing.',
      cleaned_html: '<p>A client is suing. </p>',
      approved: true,
    })
    const { moderation_audit: trail } = await staff.ask(GetModerationAudit, { item_type: 'thread', item_id: id })
    expect(trail!.items.find(({ decision }) => decision === 'edited')).toMatchObject({
      actor: { id: staff.id },
      reason: 'The client was named.',
      before: { topic: 'Acme is suing us', body: '<p>Acme, our client, is suing.</p>', processed: false },
      after: { topic: 'A client is suing us', approved: true },
    })
    expect(await counterErrors(testServer, id)).toBe(0)
  })

  it('with other words keeps nobody from editing afterwards', async () => {
    const { id } = await newThread(waiting)
    const reply = await newReply(id)
    await decide(staff, { thread_ids: [id], topic: 'Other words' })
    await decide(staff, { message_ids: [reply], body: '<p>Other words.</p>' })
    const words = { body: '<p>Said again.</p>', idempotency_key: newKey() }
    expect((await author.op(EditThread, { ...words, thread_id: id, topic: 'Said again' })).code).toBeUndefined()
    expect((await sender.op(EditMessage, { ...words, message_id: reply })).code).toBeUndefined()
  })

  it('leaves nothing of what was redacted in the versions, of a thread and of a reply', async () => {
    const { id, opening } = await newThread()
    const reply = await newReply(id)
    const words = { body: '<p>Acme is suing us.</p>', idempotency_key: newKey() }
    await author.ask(EditThread, { ...words, thread_id: id, topic: 'Acme is suing us' })
    await sender.ask(EditMessage, { ...words, message_id: reply })
    const read = async (message_id: number, client: Client) =>
      (await client.op(GetMessageVersions, { message_id })).text
    for (const message of [opening, reply]) expect(await read(message, reader)).toContain('Acme')
    await decide(staff, { thread_ids: [id], topic: 'A client is suing us', reason: 'The client was named.' })
    await decide(staff, { message_ids: [reply], body: '<p>A client is suing us.</p>' })
    for (const message of [opening, reply])
      for (const client of [reader, author, sender, staff]) expect(await read(message, client)).not.toContain('Acme')
    const { moderation_audit: trail } = await staff.ask(GetModerationAudit, { item_type: 'message', item_id: reply })
    expect(JSON.stringify(trail!.items)).toContain('Acme')
    // From here on versions are saved as usual.
    await sender.ask(EditMessage, { message_id: reply, body: '<p>They are.</p>', idempotency_key: newKey() })
    const { message_versions: versions } = await reader.ask(GetMessageVersions, { message_id: reply })
    expect(versions.map(({ body }) => body)).toEqual(['<p>A client is suing us.</p>', '<p>They are.</p>'])
  })

  it('is made about what staff have read: what was edited meanwhile is left out and said', async () => {
    const { id, opening } = await newThread(waiting)
    const [reply, other_reply] = [await newReply(id), await newReply(id)]
    const read = async () =>
      (await queueOf(staff))!.items.map(({ item_type, item_id, edited_at }) => ({ item_type, item_id, edited_at }))
    const before = await read()
    const words = { body: '<p>Not read by anybody.</p>', idempotency_key: newKey() }
    await sender.ask(EditMessage, { ...words, message_id: reply })
    await author.ask(EditThread, { ...words, thread_id: id, topic: 'Not read' })
    for (const asked of [{ message_ids: [reply] }, { thread_ids: [id] }])
      expect(await decide(staff, { ...asked, read: before })).toMatchObject({
        code: 'moderation.edited',
        message: 'This was edited after you opened it. No decision was made; review it again.',
      })
    const answer = await decide(staff, { message_ids: [reply, other_reply], read: before })
    expect(answer.data!.moderateItems.decisions.map(({ item_id }) => item_id)).toEqual([other_reply])
    expect(await isQueued('message', reply)).toBe(true)
    const again = await decide(staff, { message_ids: [reply], thread_ids: [id], read: await read() })
    expect(again.data!.moderateItems.decisions).toHaveLength(2)
    expect(await testServer.sql('select moderation_approved from messages where id = $1', [opening])).toEqual([
      { moderation_approved: true },
    ])
  })

  it('that rejects cannot be undone by an edit of the author', async () => {
    const { id } = await newThread(waiting)
    const reply = await newReply((await newThread()).id)
    const edits = () =>
      Promise.all([
        author.op(EditThread, { thread_id: id, topic: 'Again', body: '<p>Again.</p>', idempotency_key: newKey() }),
        sender.op(EditMessage, { message_id: reply, body: '<p>Again.</p>', idempotency_key: newKey() }),
      ])
    expect((await edits()).map(({ code }) => code)).toEqual([undefined, undefined])
    await decide(staff, { thread_ids: [id], message_ids: [reply], act: 'reject', reason: 'Not here.' })
    expect((await edits()).map(({ code }) => code)).toEqual(['discussions.not_approved', 'discussions.not_approved'])
    expect((await reader.ask(thread, { id })).thread).toBeNull()
    expect(await isQueued('message', reply)).toBe(false)
  })

  it('removes a post from everybody', async () => {
    const { id } = await newThread()
    const reply = await newReply(id)
    await decide(staff, { message_ids: [reply], act: 'remove', reason: 'Personal data.' })
    for (const client of [sender, reader, author]) expect(await messagesFor(client, id)).toEqual([])
    expect(await testServer.sql('select removed_by from messages where id = $1', [reply])).toEqual([
      { removed_by: staff.id },
    ])
    expect(await counterErrors(testServer, id)).toBe(0)
  })

  it('takes many at once, leaves out what a colleague is reading, and says what it did', async () => {
    const { id } = await newThread()
    const replies = [await newReply(id), await newReply(id), await newReply(id)]
    await other.ask(ClaimModerationItem, { item_type: 'message', item_id: replies[1]! })
    const answer = await decide(staff, { message_ids: replies, act: 'reject', reason: 'All of it.' })
    expect(answer.data?.moderateItems.decisions.map(({ item_id }) => item_id).toSorted()).toEqual([
      replies[0],
      replies[2],
    ])
    expect((await messagesFor(reader, id)).map((message) => message.id)).toEqual([replies[1]])
    expect(await counterErrors(testServer, id)).toBe(0)
  })

  it('is made once, also when it is sent twice or by two at the same time', async () => {
    const reply = await newReply((await newThread()).id)
    const twice = { message_ids: [reply], idempotency_key: newKey() }
    const [first, second] = [await decide(staff, twice), await decide(staff, twice)]
    expect(second.data).toEqual(first.data)
    const contested = await newReply((await newThread()).id)
    const answers = await Promise.all([staff, other].map((client) => decide(client, { message_ids: [contested] })))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['moderation.decided', undefined])
    expect(
      await testServer.sql(`select from moderation_decisions where item_type = 'message' and item_id = any($1)`, [
        [reply, contested],
      ]),
    ).toHaveLength(2)
  })

  it.each([
    ['nothing chosen', {}, 'moderation.nothing_chosen'],
    [
      'too many',
      { message_ids: Array.from({ length: BULK_ITEMS + 1 }, (_, index) => index + 1) },
      'moderation.too_many',
    ],
    ['no reason', { message_ids: [1], act: 'reject' }, 'moderation.reason'],
    [
      'a long reason',
      { message_ids: [1], act: 'remove', reason: 'x'.repeat(REASON_LENGTH.max + 1) },
      'moderation.reason',
    ],
    ['other words for two', { message_ids: [1, 2], body: '<p>x</p>' }, 'moderation.edit_single'],
    [
      'other words for a rejection',
      { message_ids: [1], act: 'reject', reason: 'Why', body: '<p>x</p>' },
      'moderation.edit_single',
    ],
  ])('is refused with a sentence: %s', async (_, variables, code) => {
    const answer = await decide(staff, variables)
    expect(answer.code).toBe(code)
    expect(answer.message).toMatch(/\.$/)
  })

  it('leaves everything as it was when the new words are refused', async () => {
    const { id } = await newThread(waiting)
    expect((await decide(staff, { thread_ids: [id], body: '<p> </p>' })).code).toBe('discussions.body_empty')
    expect(await isQueued('thread', id)).toBe(true)
    expect(await testServer.sql('select from moderation_decisions where thread_id = $1', [id])).toEqual([])
  })

  it('reaches open pages: readers when they could see a difference, the author always', async () => {
    const { id } = await newThread()
    const reply = await newReply(id)
    const [atReader, atSender] = [await reader.stream(), await sender.stream()]
    await decide(staff, { message_ids: [reply], act: 'reject', reason: 'Not here.' })
    for (const stream of [atReader, atSender])
      expect((await stream.next(({ data }) => data['signal'] === 'discussions.reviewed')).data).toMatchObject({
        thread_id: id,
        message_id: reply,
        actor_id: null,
      })
    atReader.close()
    atSender.close()
  })
})

describe('a thread', () => {
  it('is closed and opened again by staff, with a reason in the trail', async () => {
    const { id } = await newThread()
    const reply = () => reader.op(ReplyToThread, { thread_id: id, body: '<p>More.</p>', idempotency_key: newKey() })
    expect((await reader.op(CloseThread, { thread_id: id, reason: 'Enough said' })).code).toBe('moderation.not_found')
    expect((await staff.op(CloseThread, { thread_id: id, reason: ' ' })).code).toBe('moderation.reason')
    const { closeThread: closed } = await staff.ask(CloseThread, { thread_id: id, reason: 'Enough said' })
    expect(closed.closed_at).not.toBeNull()
    expect((await staff.op(CloseThread, { thread_id: id, reason: 'Enough said' })).code).toBe('moderation.not_found')
    expect((await reply()).code).toBe('discussions.closed')
    await staff.ask(ReopenThread, { thread_id: id, reason: 'There is more to say' })
    expect((await reply()).code).toBeUndefined()
    const { moderation_audit: trail } = await staff.ask(GetModerationAudit, { item_id: id })
    expect(trail!.items.map(({ decision }) => decision)).toEqual(['reopened', 'closed'])
  })
})

it('keeps the trail from being changed by anybody', async () => {
  const { id } = await newThread(waiting)
  await decide(staff, { thread_ids: [id] })
  for (const statement of [`update moderation_decisions set reason = 'Other'`, 'delete from moderation_decisions'])
    await expect(testServer.sql(statement)).rejects.toThrow('only added to')
})
