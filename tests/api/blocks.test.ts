/** One member blocks another; neither can tell who did. */
import { expect, it } from 'vitest'
import {
  BlockMember,
  CreateThread,
  GetBlockedMembers,
  MentionSuggestions,
  ReplyToThread,
  thread,
  threads,
  UnblockMember,
} from '#api/operations.ts'
import { demoMembers, demoMember } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { withoutDelay } from '../harness/anonymous.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [blocker, blocked, reader, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.billing,
  demoMembers.staff,
)
const block = () => blocker.ask(BlockMember, { user_id: blocked.id })
const unblock = () => blocker.ask(UnblockMember, { user_id: blocked.id })
const newThread = (author: number) =>
  insertThread(testServer, { author, networks: [legal], topic: `Apart ${newKey()}` })
const reply = (client: Client, thread_id: number, variables: object = {}) =>
  client.op(ReplyToThread, { thread_id, body: '<p>Words.</p>', idempotency_key: newKey(), ...variables } as never)

it('blocks and lets near again, once however often, and shows the list to nobody else', async () => {
  expect((await block()).blockMember.user.id).toBe(blocked.id)
  await block()
  expect((await blocker.ask(GetBlockedMembers, {})).blocked_members.map(({ user }) => user.id)).toEqual([blocked.id])
  expect((await blocked.ask(GetBlockedMembers, {})).blocked_members).toEqual([])
  expect((await unblock()).unblockMember).toBeNull()
  expect((await blocker.ask(GetBlockedMembers, {})).blocked_members).toEqual([])
})

it('blocks neither staff nor oneself nor whom one cannot meet', async () => {
  await testServer.sql(
    'insert into peer_network_memberships (user_id, peer_network_id) values ($1, $2) on conflict do nothing',
    [staff.id, legal],
  )
  const codeOf = async (user_id: number) => (await blocker.op(BlockMember, { user_id })).code
  expect(await codeOf(staff.id)).toBe('people.staff')
  expect(await codeOf(blocker.id)).toBe('people.own')
  const [elsewhere] = await testServer.sql<{ id: number }>(
    `insert into users (first_name, email, current_state) values ('Elsewhere', 'elsewhere@members.test', 'full access') returning id`,
  )
  expect(await codeOf(elsewhere!.id)).toBe('people.not_found')
  expect(await codeOf(9_007_199_254_740_991)).toBe('people.not_found')
})

it('lets neither write to the other privately, with the same words for both, and both to the group', async () => {
  const [own, theirs] = [await newThread(blocker.id), await newThread(blocked.id)]
  expect((await reply(blocked, own.id, { isPrivate: true })).code).toBeUndefined()
  await block()
  const words = (email: string) =>
    `You can’t send a private reply to ${demoMember(email).name}. Your text is saved; you can reply to the group instead.`
  expect(await reply(blocked, own.id, { isPrivate: true })).toMatchObject({
    code: 'discussions.not_private',
    message: words(demoMembers.member),
  })
  expect(await reply(blocker, theirs.id, { isPrivate: true })).toMatchObject({
    code: 'discussions.not_private',
    message: words(demoMembers.peer),
  })
  expect((await reply(reader, own.id, { isPrivate: true })).code).toBeUndefined()
  for (const [client, id] of [
    [blocked, own.id],
    [blocker, theirs.id],
  ] as const)
    expect((await reply(client, id)).code).toBeUndefined()
  await unblock()
  expect((await reply(blocked, own.id, { isPrivate: true })).code).toBeUndefined()
})

it('says nothing about who asked anonymously', async () => {
  await testServer.sql(
    `with made as (insert into users (first_name, email, current_state) select 'Member', 'crowd' || n || '@members.test', 'full access' from generate_series(1, 40) n returning id)
     insert into peer_network_memberships (user_id, peer_network_id, is_primary) select id, $1, true from made`,
    [legal],
  )
  await withoutDelay(testServer)
  await block()
  const { createThread: made } = await blocker.ask(CreateThread, {
    topic: 'Without a name',
    body: '<p>How?</p>',
    is_anonymous: true,
    peer_network_ids: [legal],
    idempotency_key: newKey(),
  })
  expect((await reply(blocked, made.id, { isPrivate: true })).code).toBeUndefined()
  await unblock()
})

it('suggests neither to the other, and drops a mention that is sent all the same', async () => {
  const { id } = await newThread(reader.id)
  const suggested = async (client: Client, email: string) =>
    (
      await client.ask(MentionSuggestions, { thread_id: id, search: demoMember(email).first_name })
    ).mention_suggestions.map((user) => user.id)
  expect(await suggested(blocker, demoMembers.peer)).toContain(blocked.id)
  await block()
  expect(await suggested(blocker, demoMembers.peer)).not.toContain(blocked.id)
  expect(await suggested(blocked, demoMembers.member)).not.toContain(blocker.id)
  for (const [client, other] of [
    [blocker, blocked],
    [blocked, blocker],
  ] as const) {
    const mention = `<p><span data-mention-id="${other.id}">@x</span> and <span data-mention-id="${reader.id}">@y</span></p>`
    const { data } = await reply(client, id, { body: mention, mentions: [other.id, reader.id] })
    expect(data!.replyToThread.mentioned_users.map((user) => user.id)).toEqual([reader.id])
  }
  await unblock()
})

it('folds what the blocked member writes for the blocker alone, and leaves it out of the feed’s top replies', async () => {
  const { id } = await newThread(reader.id)
  const message = await insertMessage(testServer, { thread: id, sender: blocked.id, likes: 5 })
  await block()
  const isBlocked = async (client: Client) =>
    (await client.ask(thread, { id })).thread!.messages.find((each) => each.id === message)!.is_blocked
  const top = async (client: Client) =>
    (await client.ask(threads, {})).threads.items
      .find((item) => item.thread.id === id)!
      .top_replies.map((each) => each.id)
  expect([await isBlocked(blocker), await isBlocked(reader), await isBlocked(blocked)]).toEqual([true, false, false])
  expect([await top(blocker), await top(reader)]).toEqual([[], [message]])
  await unblock()
  expect(await top(blocker)).toEqual([message])
})

it('folds their threads in the feed, for the blocker alone', async () => {
  const { id } = await newThread(blocked.id)
  await block()
  const isBlocked = async (client: Client) =>
    (await client.ask(threads, {})).threads.items.find((item) => item.thread.id === id)!.thread.is_blocked
  expect(await isBlocked(blocker)).toBe(true)
  expect(await isBlocked(reader)).toBe(false)
  expect(await isBlocked(blocked)).toBe(false)
  await unblock()
  expect(await isBlocked(blocker)).toBe(false)
})
