/**
 * npm run drill -- redis [SECONDS]: two servers share a Redis, which is away for a minute while members read and write.
 * Ends with 1 if a request fails, a reply is lost or stored twice, or an open page misses one after Redis is back: each
 * must arrive as a signal or be followed by `resync`, after which pages read again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { hasRedis, NO_REDIS, startRedis } from '../harness/redis-server.ts'
import { openStream } from '../harness/stream.ts'
import { addressesOf, figure, givenNumber, openCommunity, p99, printOutcome, startLoad } from './servers.ts'

const RATE = 50
const PORTS = [4451, 4452] as const
const STEADY_MS = 10_000
/** A server tries again every two seconds. */
const BACK_WITHIN_MS = 10_000

const seconds = givenNumber('redis [SECONDS]', 60)
if (!hasRedis) {
  console.error(`The drill was ${NO_REDIS}.`)
  process.exit(1)
}
const redis = await startRedis()
const community = await openCommunity('redis')
let isGood = false
try {
  for (const port of PORTS) await community.start(port, { settings: { REDIS_URL: redis.url } })
  const load = await startLoad(community.pool, addressesOf(PORTS), RATE)
  const writer = load.writers[0]!
  const streams = await Promise.all(
    addressesOf(PORTS).map((server) => openStream(`${server}/api/live`, writer.visitor.cookie)),
  )
  await sleep(STEADY_MS)
  const cut = performance.now()
  redis.cut()
  await sleep(seconds * 1000)
  redis.heal()
  const healed = performance.now()
  await sleep(BACK_WITHIN_MS + STEADY_MS)
  await load.stop()
  await sleep(2_000)

  const { rows: replies } = await community.pool.query<{ id: string; key: string }>(
    `select id, substring(body from '[0-9a-f-]{36}') as key from messages
     where thread_id = $1 and body ~ '^<p>[0-9a-f-]{36}</p>$'`,
    [writer.threadId],
  )
  const missed = streams.map(({ events }) => {
    const resyncs = events.filter(({ data }) => data['signal'] === 'resync').map(({ at }) => at)
    const seen = new Set(events.map(({ data }) => Number(data['message_id'])))
    return replies.filter(({ id, key }) => {
      const at = load.acknowledged.get(key)
      return at !== undefined && !seen.has(Number(id)) && !resyncs.some((resync) => resync >= at)
    }).length
  })
  const resync = streams.map(({ events }) => events.find(({ data }) => data['signal'] === 'resync')?.at)
  const during = load.answered.filter(({ at }) => at > cut && at < healed)
  figure('Redis away, s', ((healed - cut) / 1000).toFixed(0))
  figure(
    'p99 before; during, ms',
    `${p99(load.answered.filter(({ at }) => at < cut)).toFixed(0)}; ${p99(during).toFixed(0)}`,
  )
  figure('longest answer during, ms', Math.max(...during.map(({ took }) => took)).toFixed(0))
  figure(
    'resync after Redis is back, ms',
    resync.map((at) => (at === undefined ? 'never' : (at - healed).toFixed(0))).join('; '),
  )
  figure('replies in one thread; missed by a stream', `${replies.length}; ${missed.join('; ')}`)
  for (const stream of streams) stream.close()
  isGood = (await printOutcome(community.pool, load, RATE)) && replies.length > 0 && missed.every((each) => each === 0)
} finally {
  await community.close()
  await redis.close()
}
process.exit(isGood ? 0 : 1)
