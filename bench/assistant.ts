/** npm run bench -- assistant: passages, answers, conversations and summaries, beside the feed, as a page asks for them. */
import { setTimeout as sleep } from 'node:timers/promises'
import http from 'node:http'
import pg from 'pg'
import { buildApp } from '#server/app.ts'
import { packSegments } from '#server/features/search/evaluator/pack.ts'
import type { Database } from '#server/platform/database/database.ts'
import { AI_MESSAGES_AT_MOST, AI_SOURCE_KEYS, isPrivateSource } from '#shared/assistant.ts'
import { findViewers, indexWaiting, isCheck, openLarge, percentile, print, round, type Reader } from './kit.ts'
import { callOf, visitorsOf, type Visitor } from './sessions.ts'

const QUESTIONS = 60
const CONVERSATION = 20
const METRICS_TOKEN = 'what the bench reads metrics with'
/** Of the medians, to the feed's in the same run. With `--check` a row beyond its limit fails. */
const MUST: Readonly<Record<string, number>> = {
  find_passages: 40,
  first_sentence: 55,
  answer: 60,
  conversation_of_20: 12,
  summary: 25,
}

type Times = Record<string, number[]>
const timed = async <Answer>(times: Times, row: string, work: () => Promise<Answer>): Promise<Answer> => {
  const began = performance.now()
  const answer = await work()
  ;(times[row] ??= []).push(performance.now() - began)
  return answer
}

const { database, config } = await openLarge()
await index(database)
const application = await buildApp({ ...config, METRICS_TOKEN }, database)
await application.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = application.app.server.address() as { port: number }
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
const viewers = await findViewers(database.hot)
await awaitIndex(viewers.one)
const figures: Record<string, unknown> = {}
const beyond: string[] = []
for (const who of ['one', 'eight'] as const) {
  const { times, thread, answered } = await measure(viewers[who])
  const feed = percentile(times['feed']!, 0.5)
  const rows = Object.entries(times).map(([row, list]) => {
    const [p50, p95] = [percentile(list, 0.5), percentile(list, 0.95)]
    const ratio_to_feed = round(p50 / feed, 1)
    if (ratio_to_feed > (MUST[row] ?? Infinity)) beyond.push(`${who} ${row}: ${ratio_to_feed}`)
    return [row, { p50, p95, ...(row !== 'feed' && { ratio_to_feed }) }] as const
  })
  figures[who] = { milliseconds: Object.fromEntries(rows), messages_of_the_thread: thread.messages, answered }
}
await application.close()
await database.close()
print('assistant', {
  must: Object.fromEntries(Object.entries(MUST).map(([row, limit]) => [row, `<= ${limit} × the feed`])),
  ...figures,
  beyond,
})
process.exit(isCheck && beyond.length > 0 ? 1 : 0)

/** Once for each set: packing takes longer than measuring. */
async function index({ write, connection }: Database) {
  await indexWaiting(write)
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('set statement_timeout = 0')
  const { rows } = await client.query<{ packed: boolean }>('select exists (select from search_parts) as packed')
  if (!rows[0]!.packed) {
    await client.query('select count_lexemes(50000), count_channel_words(20000)')
    await packSegments(client, { isWhole: true })
    await client.query('analyze')
  }
  await client.end()
}

async function call<Answer = unknown>(operation: string, variables: object, visitor: Visitor): Promise<Answer> {
  const { path, method, headers, body } = callOf(operation, variables, visitor)
  const text = await new Promise<string>((resolve, reject) => {
    const length = { 'content-length': Buffer.byteLength(body) }
    const request = http.request(
      { port, host: '127.0.0.1', path, method, agent, headers: { ...headers, ...length } },
      (response) => {
        let answer = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (answer += part))
        response.on('end', () => resolve(answer))
      },
    )
    request.on('error', reject)
    request.end(body)
  })
  const { data } = JSON.parse(text) as { data?: Answer }
  if (!data) throw new Error(`${operation} answered ${text.slice(0, 300)} for ${JSON.stringify(variables)}`)
  return data
}

async function awaitIndex(reader: Reader) {
  const [visitor] = await visitorsOf(database.write, [reader.id])
  const held = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    return Number(/^counterpart_search_documents (\d+)$/m.exec(await answer.text())?.[1] ?? 0)
  }
  do {
    await call('FindThreads', { search: 'contract' }, visitor!)
    await sleep(50)
  } while ((await held()) === 0)
}

/** Running words of messages that the member may read, as the bench of searches asks. */
async function questionsFor({ channels }: Reader): Promise<string[]> {
  const { rows } = await database.hot.query<{ words: string[] }>(
    `select regexp_split_to_array(regexp_replace(m.cleaned_body, '[^[:alpha:]]+', ' ', 'g'), ' ') as words
     from messages m join feed_facts f on f.thread_id = m.thread_id and f.channels && $1::integer[]
     where m.visible and not m.is_private and length(m.cleaned_body) > 200 and m.id % 97 = 5 order by hashint8(m.id) limit $2`,
    [channels, QUESTIONS],
  )
  return rows.map(({ words }, at) =>
    words
      .slice(at % 9, (at % 9) + 4 + (at % 9))
      .join(' ')
      .slice(0, 200),
  )
}

async function longestThread({ channels }: Reader) {
  const { rows } = await database.hot.query<{ id: number; messages: number }>(
    `select f.thread_id as id, f.count_of_entries as messages from thread_feed f
     where f.visible and exists (select from feed_entries e where e.thread_id = f.thread_id and e.channel = any($1::integer[]))
     order by f.count_of_entries desc, f.thread_id limit 1`,
    [channels],
  )
  return rows[0]!
}

/** Every row in turn, so that a busy moment of the machine is in all of them; the first questions are not measured. */
async function measure(reader: Reader) {
  const [visitor] = await visitorsOf(database.write, [reader.id])
  const [questions, thread] = [await questionsFor(reader), await longestThread(reader)]
  const conversation = await converse(reader, visitor!, questions.slice(0, CONVERSATION))
  const live = await listen(visitor!)
  const times: Times = {}
  let answered = 0
  for (const [at, question] of questions.entries()) {
    const to = at < 5 ? {} : times
    await timed(to, 'feed', () => call('threads', {}, visitor!))
    const sources = AI_SOURCE_KEYS.filter((source) => !isPrivateSource(source))
    await timed(to, 'find_passages', () => call('FindPassages', { search: question, sources }, visitor!))
    const { isAnswered } = await ask(question, { reader, visitor: visitor!, live, times: to })
    answered += Number(isAnswered)
    await timed(to, 'conversation_of_20', () =>
      call('GetAIMessages', { conversation_id: conversation, limit: AI_MESSAGES_AT_MOST }, visitor!),
    )
    await timed(to, 'summary', () => call('GetThreadSummary', { thread_id: thread.id }, visitor!))
  }
  live.close()
  return { times, thread, answered: `${answered} of ${questions.length}` }
}

interface Message {
  state: string
  sentences: unknown[]
}
async function latestOf(conversation: number, visitor: Visitor): Promise<Message> {
  const variables = { conversation_id: conversation }
  const { ai_messages } = await call<{ ai_messages: Message[] }>('GetAIMessages', variables, visitor)
  return ai_messages.at(-1)!
}

async function send(reader: Reader, visitor: Visitor, variables: { message: string; conversation_id?: number }) {
  // A member asks fewer questions a day than a bench.
  await database.write.query('delete from ai_usage where user_id = $1', [reader.id])
  const { sendAIMessage } = await call<{ sendAIMessage: { id: number } }>(
    'SendAIMessage',
    { user: reader.id, ...variables },
    visitor,
  )
  return sendAIMessage.id
}

async function converse(reader: Reader, visitor: Visitor, questions: readonly string[]): Promise<number> {
  let conversation: number | undefined
  for (const message of questions) {
    conversation = await send(reader, visitor, { message, ...(conversation && { conversation_id: conversation }) })
    while ((await latestOf(conversation, visitor)).state === 'writing') await sleep(5)
  }
  return conversation!
}

interface Live {
  /** Resolves with the next signal that an answer has grown or ended. */
  next(): Promise<void>
  close(): void
}

function listen({ cookie }: Visitor): Promise<Live> {
  return new Promise((resolve, reject) => {
    let heard = 0
    let waiting: (() => void) | undefined
    const request = http.get({ port, host: '127.0.0.1', path: '/api/live', headers: { cookie }, agent: false })
    const live: Live = {
      next: () =>
        heard > 0 ? Promise.resolve(void (heard = 0)) : new Promise((wake) => (waiting = () => wake(void (heard = 0)))),
      close: () => request.destroy(),
    }
    request.on('error', reject)
    request.on('response', (response) => {
      response.setEncoding('utf8')
      response.on('error', () => {})
      response.on('data', (part: string) => {
        if (part.includes('event: hello')) resolve(live)
        if (!part.includes('"assistant.written"')) return
        heard += 1
        waiting?.()
        waiting = undefined
      })
    })
  })
}

interface Asking {
  reader: Reader
  visitor: Visitor
  live: Live
  times: Times
}
/** Reads the answer after each signal, as the page does: until there is a sentence, and until it has ended. */
async function ask(message: string, { reader, visitor, live, times }: Asking): Promise<{ isAnswered: boolean }> {
  const began = performance.now()
  const conversation = await send(reader, visitor, { message })
  let isAnswered = false
  for (;;) {
    const { state, sentences } = await latestOf(conversation, visitor)
    const taken = performance.now() - began
    if (sentences.length > 0 && !isAnswered) (times['first_sentence'] ??= []).push(taken)
    isAnswered ||= sentences.length > 0
    if (state !== 'writing') {
      ;(times['answer'] ??= []).push(taken)
      return { isAnswered }
    }
    await live.next()
  }
}
