/**
 * npm run drill -- streams [STREAMS]: members listen on two servers, and others reply on both. Prints how long a reply takes
 * to the streams, and how long the listeners of a server that stops are without one: each opens it again as a browser does,
 * on the other server. Ends with 1 if a stream misses a reply, or if a goal is missed.
 */
import type net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { reconnectDelay } from '#web/platform/live/live-stream.ts'
import { percentile, processUsage } from '../../bench/kit.ts'
import { listen } from '../../bench/listen.ts'
import { visitorsOf, type Visitor } from '../../bench/sessions.ts'
import { addReaders, askAs, figure, givenNumber, liftLimits, openCommunity, openDiscussions, stop } from './servers.ts'

const PORTS = [4501, 4502] as const
const OPENED_AT_ONCE = 50
const REPLIES = 40
const EVERY_MS = 1_100
const WITHIN_MS = 10_000
const GOAL_P99_MS = 1_000
const GOAL_BACK_MS = 10_000

const count = givenNumber('streams [STREAMS]', 10_000)

/** When each reply arrived at each stream, by the id of its message. */
const heard = new Map<number, number[]>()
const timesOf = (id: number) => {
  const times = heard.get(id) ?? []
  heard.set(id, times)
  return times
}
const open = new Set<net.Socket>()
/** When streams were lost, until they are opened again. */
const lost = new Map<Visitor, number>()
const without: number[] = []
let isEnding = false

async function openStream(reader: Visitor, port: number, other: number): Promise<void> {
  const socket = await listen(port, reader, {
    heard: (id) => timesOf(id).push(performance.now()),
    closed: () => {
      open.delete(socket)
      if (isEnding) return
      lost.set(reader, performance.now())
      void openAgain(reader, other)
    },
  })
  open.add(socket)
}

/** With the delays of the web app; a proxy passes over the server that is gone. */
async function openAgain(reader: Visitor, port: number): Promise<void> {
  for (let failures = 0; !isEnding; failures++) {
    await sleep(reconnectDelay(failures))
    try {
      await openStream(reader, port, port)
      without.push(performance.now() - lost.get(reader)!)
      lost.delete(reader)
      return
    } catch {}
  }
}

const until = async (isDone: () => boolean) => {
  for (const began = performance.now(); !isDone() && performance.now() - began < WITHIN_MS;) await sleep(10)
}

const community = await openCommunity('streams')
let isGood = false
try {
  const { pool } = community
  const children = [await community.start(PORTS[0]), await community.start(PORTS[1])] as const
  await liftLimits(pool)
  const [writer, ...others] = await addReaders(pool, count + 1, 'none')
  const readers = await visitorsOf(pool, others)
  const [discussion] = await openDiscussions(pool)
  const memory = () => children.map((child) => processUsage(child.pid!).mb.toFixed(0)).join(' and ')
  const before = memory()
  for (let first = 0; first < count; first += OPENED_AT_ONCE)
    await Promise.all(
      readers
        .slice(first, first + OPENED_AT_ONCE)
        .map((reader, each) => openStream(reader, PORTS[each % 2]!, PORTS[(each + 1) % 2]!)),
    )
  const delays: number[] = []
  let missed = 0
  for (let each = 0; each < REPLIES; each++) {
    const began = performance.now()
    const { replyToThread } = await askAs<{ replyToThread: { id: number } }>(
      pool,
      { port: PORTS[each % 2]!, userId: writer! },
      'ReplyToThread',
      { thread_id: discussion!, body: '<p>The clause of last year still holds.</p>' },
    )
    const times = timesOf(replyToThread.id)
    await until(() => times.length >= count)
    missed += count - times.length
    delays.push(...times.map((time) => time - began))
    await sleep(EVERY_MS)
  }
  figure('streams; memory before, MB; with them, MB', `${count}; ${before}; ${memory()}`)
  figure('replies; not announced to streams', `${REPLIES}; ${missed}`)
  figure(
    `reply to stream, p50; p99 (goal ${GOAL_P99_MS}); last, ms`,
    [0.5, 0.99, 1].map((share) => percentile(delays, share)).join('; '),
  )
  const moved = open.size / 2
  await stop(children[0])
  await until(() => without.length >= Math.floor(moved) && lost.size === 0)
  figure(
    `a server stops: streams; without one, p50; longest (goal ${GOAL_BACK_MS}), ms`,
    `${without.length}; ${percentile(without, 0.5)}; ${percentile(without, 1)}`,
  )
  figure('streams that are not back', count - open.size)
  isGood =
    missed === 0 &&
    percentile(delays, 0.99) <= GOAL_P99_MS &&
    open.size === count &&
    percentile(without, 1) <= GOAL_BACK_MS
} finally {
  isEnding = true
  for (const socket of open) socket.destroy()
  await community.close()
}
process.exit(isGood ? 0 : 1)
