/** Fake OpenAI-compatible and Anthropic servers: they stream what a test tells them to, and record what they are sent. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export interface SentPrompt {
  path: string
  /** Everything that was sent, as text. */
  body: string
  system: string
  user: string
  model: string
}
/** Chunks of text, or a fault. */
/** Chunks, then more of them once the promise resolves. */
interface Halting {
  first: string[]
  go: Promise<void>
  rest: string[]
}
export type Reply =
  | string[]
  | Halting
  | { status: number }
  | 'hang'
  | 'endless'
  | 'cut'
  | { usage: object; text: string[] }

export interface FakeModels {
  url: string
  sent: SentPrompt[]
  /** Requests whose client went away before the end. */
  aborted: number
  /** Requests that have ended, also those. */
  ended: number
  reply: (prompt: SentPrompt) => Reply
}

const PIECE = '{"p":1,"text":"On and on.","cites":[]}\n'

export async function startFakeModels(kind: 'openai' | 'anthropic'): Promise<FakeModels> {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const fake: FakeModels = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    sent: [],
    aborted: 0,
    ended: 0,
    reply: () => ['{"none":true}'],
  }
  const write = kind === 'openai' ? openai : anthropic

  async function answer(request: IncomingMessage, response: ServerResponse) {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const prompt = promptOf(request.url ?? '', body)
    fake.sent.push(prompt)
    response.on('close', () => {
      fake.ended += 1
      if (!response.writableEnded) fake.aborted += 1
    })
    const reply = fake.reply(prompt)
    if (typeof reply === 'object' && 'status' in reply) return response.writeHead(reply.status).end('{}')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const stream = write(response)
    if (reply === 'hang') return undefined
    if (reply === 'endless') return void endless(response, stream.text)
    if (typeof reply === 'object' && 'first' in reply) {
      const { first, go, rest } = reply
      for (const chunk of first) stream.text(chunk)
      await go
      for (const chunk of rest) stream.text(chunk)
      stream.end({ in: 1_200, out: 80 })
      return response.end()
    }
    const chunks = reply === 'cut' ? [PIECE.slice(0, 9)] : Array.isArray(reply) ? reply : reply.text
    for (const chunk of chunks) stream.text(chunk)
    if (reply === 'cut') return response.destroy()
    stream.end(Array.isArray(reply) ? { in: 1_200, out: 80 } : (reply.usage as { in: number; out: number }))
    return response.end()
  }
  return fake
}

function endless(response: ServerResponse, text: (chunk: string) => void) {
  const timer = setInterval(() => {
    for (let each = 0; each < 200; each++) text(PIECE)
  }, 1)
  response.on('close', () => clearInterval(timer))
}

function promptOf(path: string, body: string): SentPrompt {
  const sent = JSON.parse(body) as {
    model: string
    system?: { text: string }[] | string
    messages: { role: string; content: string | { text: string }[] }[]
  }
  const textOf = (content: string | { text: string }[] | undefined) =>
    typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('')
  const by = (role: string) => textOf(sent.messages.find((message) => message.role === role)?.content)
  return { path, body, model: sent.model, system: by('system') || textOf(sent.system), user: by('user') }
}

interface Usage {
  in: number
  out: number
}
const event = (response: ServerResponse, data: object | string, name?: string) =>
  response.write(`${name ? `event: ${name}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)

function openai(response: ServerResponse) {
  const head = { id: 'chat-1', object: 'chat.completion.chunk', created: 1, model: 'fake' }
  const choice = (delta: object, finish_reason: string | null = null) =>
    event(response, { ...head, choices: [{ index: 0, delta, finish_reason }] })
  choice({ role: 'assistant', content: '' })
  return {
    text: (content: string) => void choice({ content }),
    end: (usage: Usage) => {
      choice({}, 'stop')
      event(response, {
        ...head,
        choices: [],
        usage: { prompt_tokens: usage.in, completion_tokens: usage.out, total_tokens: usage.in + usage.out },
      })
      event(response, '[DONE]')
    },
  }
}

function anthropic(response: ServerResponse) {
  const send = (type: string, data: object) => event(response, { type, ...data }, type)
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'fake',
    content: [],
    stop_reason: null,
    stop_sequence: null,
  }
  send('message_start', { message: { ...message, usage: { input_tokens: 1_200, output_tokens: 0 } } })
  send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
  return {
    text: (text: string) => void send('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    end: (usage: Usage) => {
      send('content_block_stop', { index: 0 })
      send('message_delta', {
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: usage.out },
      })
      send('message_stop', {})
    },
  }
}

/** The label and text of each numbered sentence of a prompt. */
export const labelled = ({ user }: SentPrompt): { label: string; text: string }[] =>
  [...user.matchAll(/^(S\d+\.\d+) (.+)$/gm)].map(([, label, text]) => ({ label: label!, text: text! }))
