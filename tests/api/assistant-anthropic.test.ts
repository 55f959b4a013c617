/** The same for the API of Anthropic: its stream, its counts of tokens, and its faults. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { converse, textOf } from '../harness/assistant.ts'
import { labelled, startFakeModels } from '../harness/fake-models.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'

const fake = await startFakeModels('anthropic')
const testServer = await startTestServer({
  ASSISTANT_PROVIDER: 'anthropic',
  ASSISTANT_URL: fake.url,
  ASSISTANT_KEY: 'key-of-the-tests',
  ASSISTANT_MODELS: 'model-a=Model A',
})
const { legal } = await networkIds(testServer)
const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)
const QUESTION = 'What retention of quarry permits do members accept?'
const SAID = 'We keep quarry permits for thirty-one years and never scan them.'
const { id } = await insertThread(testServer, { author: marcus.id, networks: [legal], topic: 'Quarry permits' })
await insertMessage(testServer, { thread: id, sender: marcus.id, body: SAID, processed: true, approved: true })
await testServer.sql('select index_messages(1000000)')

it('words an answer, whose tokens are counted', async () => {
  fake.reply = (prompt) => {
    const { label } = labelled(prompt).find(({ text }) => text === SAID)!
    const text = 'Quarry permits are kept for thirty-one years and never scanned.'
    return [JSON.stringify({ p: 1, text, cites: [label] })]
  }
  const { answer } = await converse(helen, QUESTION)
  expect(textOf(answer)).toBe('Quarry permits are kept for thirty-one years and never scanned.')
  expect(answer).toMatchObject({ is_fallback: false, model: { name: 'Model A' } })
  expect(fake.sent).toMatchObject([{ path: '/v1/messages', model: 'model-a' }])
  expect(fake.sent[0]!.system).toContain('numbered sentences')
  const [used] = await testServer.sql('select tokens_in, tokens_out from ai_usage where user_id = $1', [helen.id])
  expect(used).toEqual({ tokens_in: 1_200, tokens_out: 80 })
})

it.each([{ status: 529 }, 'cut'] as const)('that fails (%o) is replaced by members’ own sentences', async (reply) => {
  fake.reply = () => reply
  const { answer } = await converse(helen, QUESTION)
  expect(answer).toMatchObject({ state: 'complete', is_fallback: true })
  expect(textOf(answer)).toContain(SAID)
})
