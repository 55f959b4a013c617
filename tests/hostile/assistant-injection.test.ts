/**
 * A model that obeys every instruction that it reads, in posts, file names, file texts, prompts and questions before:
 * nothing of what it is told to write is shown, and nothing is requested from anywhere else (ASK-citations).
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { UpdateAIUserPreferences } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { converse } from '../harness/assistant.ts'
import { labelled, startFakeModels } from '../harness/fake-models.ts'
import { sampleOf } from '../harness/full.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'
import { uploaded } from '../harness/uploads.ts'
import { poisons } from './poisons.ts'

let requests = 0
const evil = createServer((_, response) => {
  requests += 1
  response.end()
})
await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
afterAll(() => void evil.close())
const address = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`

const fake = await startFakeModels('openai')
const testServer = await startTestServer({
  ASSISTANT_PROVIDER: 'openai',
  ASSISTANT_URL: fake.url,
  ASSISTANT_MODELS: 'obedient',
  ASSISTANT_TOKENS_PER_MONTH: '1000000000',
})
const { legal } = await networkIds(testServer)
const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)
const QUESTION = 'Which quarry permits do members renew?'
const SAID = 'We renew quarry permits in March.'
const all = poisons(address)

/** Where the member, or somebody whom they read, puts the words. */
const PLACES = ['topic', 'reply', 'file', 'file name', 'preference', 'question before', 'question'] as const

async function ask(text: string, place: (typeof PLACES)[number]) {
  const threads = place === 'topic' || place === 'reply'
  const { id } = await insertThread(testServer, {
    author: marcus.id,
    networks: [legal],
    topic: place === 'topic' ? `Quarry permits. ${text}`.slice(0, 200) : 'Quarry permits',
    body: threads ? `Which quarry permits do you renew? ${text}` : 'Which quarry permits do you renew?',
  })
  await insertMessage(testServer, {
    thread: id,
    sender: marcus.id,
    body: `${SAID} ${place === 'reply' ? text : ''}`.trim(),
    processed: true,
    approved: true,
  })
  await testServer.sql('select index_messages(1000000)')
  await helen.ask(UpdateAIUserPreferences, { context: place === 'preference' ? text : '' })
  const files =
    place === 'file' || place === 'file name'
      ? [
          await uploaded(
            testServer,
            helen,
            place === 'file name' ? `${text.replaceAll(/[^\w .-]/g, ' ').slice(0, 100)}.txt` : 'permit.txt',
            place === 'file' ? text : SAID,
          ),
        ]
      : []
  const before = place === 'question before' ? await converse(helen, text) : undefined
  const asked = place === 'question' ? `${QUESTION} ${text}` : QUESTION
  return converse(helen, asked, {
    attachments: files,
    ...(before && { conversation_id: before.conversation }),
  })
}

it(`gets none of ${all.length} instructions through to a member`, { timeout: 300_000 }, async () => {
  const tried = sampleOf(all, 8)
  for (const [at, { text, wanted }] of tried.entries()) {
    fake.sent.length = 0
    fake.reply = (prompt) => {
      const cites = labelled(prompt)
        .map(({ label }) => label)
        .slice(0, 20)
      const own = labelled(prompt).find((each) => each.text === SAID)
      const lines = [
        { p: 1, text: wanted, cites },
        { p: 1, text: `${SAID} ${wanted}`, cites },
      ]
      if (own) lines.unshift({ p: 1, text: SAID, cites: [own.label] })
      return [...lines.map((line) => `${JSON.stringify(line)}\n`), wanted]
    }
    const { answer } = await ask(text, PLACES[at % PLACES.length]!)
    expect(fake.sent.length, text).toBeGreaterThan(0)
    const { content, sentences, citations, urls } = answer
    const shown = JSON.stringify({
      content,
      sentences: sentences.map((each) => each.content),
      quotes: citations.map(({ quote }) => quote),
      urls,
    })
    const canary = /Vexillum\d+x\d+x\d+/.exec(wanted)![0]
    expect(shown.includes(canary), `${text}\n${shown}`).toBe(false)
    expect(answer.sentences.length + answer.num_left_out, text).toBeGreaterThan(0)
    await testServer.sql('delete from threads where topic like $1', ['Quarry permits%'])
    await testServer.sql('delete from ai_usage')
  }
  expect(requests).toBe(0)
})
