/** What happens to the posts of a member who is suspended. */
import { expect, it } from 'vitest'
import { CreateThread, MentionSuggestions, ReplyToThread, thread, threads } from '#api/operations.ts'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [helen, marcus] = [await testServer.member(demoMembers.member), await testServer.member(demoMembers.peer)]

it('they stay where they were, under their name, and the member is gone from sign-in and suggestions (DECISION-suspended-authors)', async () => {
  const { createThread: own } = await marcus.ask(CreateThread, {
    topic: 'Mine',
    body: '<p>Words.</p>',
    idempotency_key: newKey(),
  })
  const { createThread: hers } = await helen.ask(CreateThread, {
    topic: 'Hers',
    body: '<p>Words.</p>',
    idempotency_key: newKey(),
  })
  const reply = { thread_id: hers.id, body: '<p>An answer.</p>', idempotency_key: newKey() }
  await marcus.ask(ReplyToThread, reply)
  const suggested = async () =>
    (await helen.ask(MentionSuggestions, { search: 'Marcus' })).mention_suggestions.map(({ id }) => id)
  expect(await suggested()).toContain(marcus.id)

  await testServer.sql('update users set suspended = true where id = $1', [marcus.id])

  const { threads: feed } = await helen.ask(threads, {})
  const entry = feed.items.find((item) => item.thread.id === own.id)
  expect(entry?.author.name).toBe('Marcus Oyelaran')
  const { thread: open } = await helen.ask(thread, { id: hers.id })
  expect(open!.messages.find(({ is_original_message }) => !is_original_message)?.sender.name).toBe('Marcus Oyelaran')
  expect(await suggested()).not.toContain(marcus.id)
  expect((await testServer.anonymous().signIn(demoMembers.peer, DEMO_PASSWORD)).status).toBe(401)
})
