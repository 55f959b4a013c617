/** What operators ask: does the process live, can it serve, how is it doing. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/platform/database/database.ts'
import type { Metrics } from '#server/platform/log/metrics.ts'
import type { Streams } from '#server/platform/live/streams.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'

const ANSWER_WITHIN_MS = 2_000
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

export interface HealthOptions {
  database: Database
  bus: Bus
  metrics: Metrics
  streams: Streams
  token: string | undefined
  jobs: () => boolean
}

export function registerHealth(app: FastifyInstance, { database, bus, metrics, streams, token, jobs }: HealthOptions) {
  app.get('/healthz', async () => ({ alive: true }))

  app.get('/readyz', async (_request, reply) => {
    const answers = (pool: Database['hot']) =>
      Promise.race([
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
        new Promise<boolean>((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS, false).unref()),
      ])
    const [reads, writes] = await Promise.all([answers(database.hot), answers(database.write)])
    const parts = { reads, writes, signals: bus.isConnected(), jobs: jobs() }
    return reply
      .code(Object.values(parts).every(Boolean) ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(parts)
  })

  app.get('/metrics', async (request, reply) => {
    const isLocal = LOOPBACK.has(request.ip) && request.headers['x-forwarded-for'] === undefined
    if (!isLocal && (token === undefined || request.headers.authorization !== `Bearer ${token}`))
      throw problem('request.not_found', { message: 'There is nothing here.', status: 404 })
    metrics.streams.set(streams.count())
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
