/** npm run bench -- live: a reply to 5,000 open streams: its author’s answer, the first and last stream, and memory. */
import { spawnSync } from 'node:child_process'
import type net from 'node:net'
import { listen } from './listen.ts'
import { median, openLarge, portOf, print, processUsage, round, startChild, stopChild } from './kit.ts'
import { callOf, visitorsOf } from './sessions.ts'

const STREAMS = 5_000
const OPENED_AT_ONCE = 50
const REPLIES = 20
/** Not a divisor of the interval in which sessions are checked, so that some replies meet the check. */
const EVERY_MS = 1_100
const WITHIN_MS = 5_000
const BODY = '<p>We faced the same question in spring. Ask for the list of sub-processors first.</p>'
const run = Date.now().toString(36)

const { database, config } = await openLarge({ members: 2_000, threads: 2_000, messages: 10_000 })
const { rows: guests } = await database.write.query<{ id: number }>(
  `with made as (
     insert into users (first_name, email, current_state, date_joined)
     select 'Guest', 'live-' || n || '@guests.test', 'full access', now() - interval '2 months' from generate_series(1, $1::integer) n
     on conflict (email) do nothing returning id),
   placed as (
     insert into peer_network_memberships (user_id, peer_network_id, is_primary)
     select id, (select min(id) from peer_networks), true from made)
   select id from made union select id from users where email::text like 'live-%@guests.test' order by id`,
  [STREAMS],
)
await database.write.query('delete from limited_acts')
const readers = await visitorsOf(
  database.write,
  guests.map(({ id }) => id),
)
const { rows: threads } = await database.write.query<{ id: number }>(
  `select thread_id as id from feed_entries where channel = channel((select min(id) from peer_networks), 'discussion') order by pub_date desc limit 1`,
)
const thread = threads[0]!.id
await database.close()

/** When each reply arrived at each stream, by the id of its message. */
const heard = new Map<number, number[]>()
const hear = (id: number) => {
  const times = heard.get(id)
  if (times) times.push(performance.now())
  else heard.set(id, [performance.now()])
}
const lost = () => {
  throw new Error('a stream was closed')
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Reply {
  answered: number
  first: number
  last: number
  missed: number
}

/** Each by another reader, because one alone would reach the limit on replies. */
async function write(port: number, at: number) {
  const variables = { thread_id: thread, body: BODY, idempotency_key: `live-${run}-${at}` }
  const { path, method, headers, body } = callOf('ReplyToThread', variables, readers[at]!)
  const began = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body })
  const { data } = (await answer.json()) as { data: { replyToThread: { id: number } } }
  return { id: data.replyToThread.id, began, answered: performance.now() - began }
}

async function reply(port: number, at: number): Promise<Reply> {
  const { id, began, answered } = await write(port, at)
  const times = () => heard.get(id) ?? []
  while (times().length < STREAMS && performance.now() - began < WITHIN_MS) await pause(10)
  return {
    answered,
    first: Math.min(...times()) - began,
    last: Math.max(...times()) - began,
    missed: STREAMS - times().length,
  }
}

spawnSync('taskset', ['-cp', '1', String(process.pid)])
const child = startChild('bench/server.ts', [config.dataDir], { core: 0 })
const open: net.Socket[] = []
try {
  const port = await portOf(child)
  const alone: number[] = []
  for (let at = 0; at < REPLIES; at++) alone.push((await write(port, at)).answered)
  const idleMb = processUsage(child.pid!).mb
  for (let at = 0; at < STREAMS; at += OPENED_AT_ONCE)
    open.push(
      ...(await Promise.all(
        readers.slice(at, at + OPENED_AT_ONCE).map((reader) => listen(port, reader!, { heard: hear, closed: lost })),
      )),
    )
  await pause(EVERY_MS)
  const openedMb = processUsage(child.pid!).mb
  const replies: Reply[] = []
  for (let at = 0; at < REPLIES; at++) {
    replies.push(await reply(port, REPLIES + at))
    await pause(EVERY_MS)
  }
  const { mb } = processUsage(child.pid!)
  const of = (name: keyof Reply) => replies.map((each) => each[name])
  const figures = (values: readonly number[]) => ({
    p50: round(median(values), 1),
    most: round(Math.max(...values), 1),
  })
  print('live', {
    streams: STREAMS,
    streams_missed: of('missed').reduce((sum, each) => sum + each, 0),
    answer_ms_without_streams: figures(alone),
    answer_ms: figures(of('answered')),
    first_stream_ms: figures(of('first')),
    last_stream_ms: figures(of('last')),
    server_mb: { idle: round(idleMb, 0), opened: round(openedMb, 0), after_replies: round(mb, 0) },
    kb_per_stream: round(((mb - idleMb) * 1024) / STREAMS, 1),
    must: { streams_missed: 0, 'last_stream_ms.p50': '<= 150', server_mb: '<= 250' },
  })
} finally {
  for (const socket of open)
    socket
      .removeAllListeners('close')
      .on('error', () => {})
      .destroy()
  await stopChild(child)
}
process.exit(0)
