/** Models outside the server word answers; what they write is checked, and their faults are the member's neither. */
import { beforeEach, describe, expect, it } from 'vitest'
import { GetAIModels, StopAIMessage, SendAIMessage } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { converse, messagesOf, textOf } from '../harness/assistant.ts'
import { waitFor } from '../harness/connection.ts'
import { labelled, startFakeModels, type Reply, type SentPrompt } from '../harness/fake-models.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertThread, insertMessage, networkIds } from '../harness/threads.ts'

const MODELS = 'first-model=First Model, second-model'
const fake = await startFakeModels('openai')
const testServer = await startTestServer({
  ASSISTANT_PROVIDER: 'openai',
  ASSISTANT_URL: fake.url,
  ASSISTANT_KEY: 'key-of-the-tests',
  ASSISTANT_MODELS: MODELS,
  ASSISTANT_TOKENS_PER_MONTH: '10000',
})
const { legal } = await networkIds(testServer)
const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)
const QUESTION = 'What retention of quarry permits do members accept?'
const SAID = 'We keep quarry permits for thirty-one years and never scan them.'
const thread = await insertThread(testServer, { author: marcus.id, networks: [legal], topic: 'Quarry permits' })
await insertMessage(testServer, { thread: thread.id, sender: marcus.id, body: SAID, processed: true, approved: true })

beforeEach(async () => {
  fake.sent.length = 0
  fake.aborted = 0
  fake.ended = 0
  await testServer.sql('delete from ai_usage')
})
const index = () => testServer.sql('select index_messages(1000000)')
await index()

const line = (text: string, cites: string[], p = 1) => `${JSON.stringify({ p, text, cites })}\n`
const labelOf = (prompt: SentPrompt, words: string) => labelled(prompt).find(({ text }) => text.includes(words))!.label
const replying = (reply: (prompt: SentPrompt) => Reply) => void (fake.reply = reply)
const ask = () => converse(helen, QUESTION)

describe('the models', () => {
  it('are offered as configured, the first by default (OP-GetAIModels)', async () => {
    const { ai_models } = await helen.ask(GetAIModels, {})
    expect(ai_models.map(({ name, enabled_at }) => [name, enabled_at !== null])).toEqual([
      ['First Model', true],
      ['second-model', true],
      ['Members’ sentences', true],
    ])
    expect(ai_models[0]!.description).toContain('127.0.0.1')
    replying(() => ['{"none":true}'])
    expect((await ask()).answer.model!.name).toBe('First Model')
    await converse(helen, QUESTION, { model: ai_models[1]!.id })
    await converse(helen, QUESTION, { model: ai_models[2]!.id })
    expect(fake.sent.map(({ model, path }) => [model, path])).toEqual([
      ['first-model', '/v1/chat/completions'],
      ['second-model', '/v1/chat/completions'],
    ])
  })
})

describe('a sentence of a model', () => {
  it('is shown with the source that says it (ASK-citations)', async () => {
    replying((prompt) => [
      line('Quarry permits are kept for thirty-one years and never scanned.', [labelOf(prompt, 'thirty-one')]),
    ])
    const { answer } = await ask()
    expect(textOf(answer)).toBe('Quarry permits are kept for thirty-one years and never scanned.')
    expect(answer.citations).toMatchObject([
      { quote: SAID, url: expect.stringContaining(`/feed/${thread.id}#message-`) },
    ])
    expect(answer).toMatchObject({ is_fallback: false, is_abstained: false, num_left_out: 0 })
  })

  it.each([
    ['names another number', 'Quarry permits are kept for forty years and never scanned.'],
    ['drops a negation', 'Quarry permits are kept for thirty-one years and scanned.'],
    ['names somebody', 'Marcus keeps quarry permits for thirty-one years and never scans them.'],
    ['says something else', 'Nobody ever minds whether regulators complain.'],
    ['brings a link', `${SAID} See https://evil.test/?q=permits`],
  ])('that %s is left out, and the answer says so', async (_, text) => {
    replying((prompt) => {
      const cites = [labelOf(prompt, 'thirty-one')]
      return [line(SAID, cites), line(text, cites)]
    })
    const { answer } = await ask()
    expect(textOf(answer)).toBe(SAID)
    expect(answer.num_left_out).toBe(1)
  })

  it('without a source, or with one that does not exist, is left out', async () => {
    replying((prompt) => [
      line(SAID, []),
      line(SAID, ['S99.1']),
      'Sure! Here it is:\n',
      line(SAID, [labelOf(prompt, 'thirty-one')]),
    ])
    const { answer } = await ask()
    expect(textOf(answer)).toBe(SAID)
    expect(answer.num_left_out).toBe(3)
  })
})

describe('a model that', () => {
  it('says that members have not answered is believed (ASK-abstains)', async () => {
    replying(() => ['{"none":', 'true}'])
    const { answer } = await ask()
    expect(answer).toMatchObject({ is_abstained: true, is_fallback: false, sentences: [] })
  })

  it.each<[string, Reply]>([
    ['answers 500', { status: 500 }],
    ['answers 429', { status: 429 }],
    ['breaks off', 'cut'],
    ['writes something else', ['I am a model and I like Markdown. ![x](https://evil.test/x.png)']],
    ['never ends', 'endless'],
  ])('%s is replaced by members’ own sentences, and the answer says so', async (_, reply) => {
    await testServer.sql('delete from ai_usage')
    replying(() => reply)
    const { answer } = await ask()
    expect(answer).toMatchObject({ state: 'complete', is_fallback: true })
    expect(textOf(answer)).toContain(SAID)
  })

  it('hangs is stopped by the member, also at the provider', async () => {
    const second = (await helen.ask(GetAIModels, {})).ai_models[1]!.id
    replying(() => 'hang')
    const { sendAIMessage } = await helen.ask(SendAIMessage, { user: helen.id, message: QUESTION, model: second })
    await waitFor('a request', () => fake.sent.length > 0)
    const answer = sendAIMessage.messages[1]!
    expect((await helen.ask(StopAIMessage, { message: answer.id })).stopAIMessage.state).toBe('stopped')
    await waitFor('the end of the request', () => fake.aborted === 1)
    expect((await messagesOf(helen, sendAIMessage.id))[1]).toMatchObject({ state: 'stopped', sentences: [] })
  })
})

it('is read sentence by sentence, and another server can stop it', async () => {
  const second = (await helen.ask(GetAIModels, {})).ai_models[1]!.id
  let go = () => {}
  const stopped = new Promise<void>((resolve) => (go = resolve))
  replying((prompt) => {
    const cites = [labelOf(prompt, 'thirty-one')]
    return { first: [line(SAID, cites)], go: stopped, rest: [line(SAID, cites, 2)] }
  })
  const { sendAIMessage } = await helen.ask(SendAIMessage, { user: helen.id, message: QUESTION, model: second })
  const answer = async () => (await messagesOf(helen, sendAIMessage.id))[1]!
  await waitFor('a sentence', async () => (await answer()).sentences.length === 1)
  expect(await answer()).toMatchObject({ state: 'writing', content: SAID })
  // As a stop that another server received: this one still listens to the provider.
  await testServer.sql(`update ai_messages set state = 'stopped' where id = $1`, [(await answer()).id])
  go()
  const ends = fake.sent.length
  await waitFor('the end of the request', () => fake.ended >= ends)
  await converse(helen, QUESTION, { model: second })
  expect(await answer()).toMatchObject({ state: 'stopped', content: SAID, num_left_out: 0 })
})

describe('what is sent', () => {
  it('is the question and what the asker may read, nothing of another network (ASK-noninterference)', async () => {
    const second = (await helen.ask(GetAIModels, {})).ai_models[1]!.id
    replying(() => ['{"none":true}'])
    await converse(helen, QUESTION, { model: second })
    const before = fake.sent.at(-1)!.body
    const { finance } = await networkIds(testServer)
    const secret = 'Retention of quarry permits that members accept: Zephyrquill.'
    await insertThread(testServer, { author: marcus.id, networks: [finance], topic: secret, body: secret })
    await insertMessage(testServer, { thread: thread.id, sender: marcus.id, body: secret, readers: [marcus.id] })
    await insertMessage(testServer, {
      thread: thread.id,
      sender: marcus.id,
      body: secret,
      source: 'other',
      processed: false,
      approved: false,
    })
    await index()
    await converse(helen, QUESTION, { model: second })
    expect(fake.sent.at(-1)!.body).toBe(before)
    expect(before).toContain(SAID)
    expect(before).not.toContain('Marcus')
    await insertMessage(testServer, {
      thread: thread.id,
      sender: marcus.id,
      body: 'We accept quarry permits on paper.',
      processed: true,
      approved: true,
    })
    await index()
    await converse(helen, QUESTION, { model: second })
    expect(fake.sent.at(-1)!.body).not.toBe(before)
  })
})

describe('the budget', () => {
  it('of a network counts tokens, and beyond it members’ own sentences answer (ASK-budget)', async () => {
    const second = (await helen.ask(GetAIModels, {})).ai_models[1]!.id
    replying(() => ({ usage: { in: 9_000, out: 1_500 }, text: ['{"none":true}'] }))
    await converse(helen, QUESTION, { model: second })
    const [used] = await testServer.sql('select tokens_in, tokens_out from ai_usage where user_id = $1', [helen.id])
    expect(used).toEqual({ tokens_in: 9_000, tokens_out: 1_500 })
    const { answer } = await converse(helen, QUESTION, { model: second })
    expect(answer).toMatchObject({ is_fallback: true })
    expect(fake.sent).toHaveLength(1)
  })
})
