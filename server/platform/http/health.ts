/** Endpoints for operators: is the process alive, can it serve, how is it performing. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { selectProvenAge } from '#server/platform/backup/backup.sql.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Metrics } from '#server/platform/log/metrics.ts'
import type { Streams } from '#server/platform/live/streams.ts'
import { notFound } from '#server/platform/problems.ts'
import type { Room } from '#server/platform/storage/room.ts'
import type { Bus } from '#server/platform/signals/bus.ts'

const ANSWER_WITHIN_MS = 2_000

export interface HealthOptions {
  database: Database
  bus: Bus
  metrics: Metrics
  streams: Streams
  /** The bearer token for /metrics. Without a token, /metrics is not available. */
  token: string | undefined
  jobs: () => boolean
  room: Room
}

export function registerHealth(
  app: FastifyInstance,
  { database, bus, metrics, streams, token, jobs, room }: HealthOptions,
) {
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
    const needed = { reads, writes, jobs: jobs() }
    return (
      reply
        .code(Object.values(needed).every(Boolean) ? 200 : 503)
        .header('cache-control', 'no-store')
        // Neither affects the status: members can read without disk space and without signals, and a disk or a Redis
        // that all servers share must not take all of them out of rotation.
        .send({ ...needed, signals: bus.isConnected(), room: await room.isLeft() })
    )
  })

  app.get('/metrics', async (request, reply) => {
    // The client IP proves nothing: behind a proxy that adds no header, every request comes from this machine.
    if (token === undefined || !isSame(request.headers.authorization ?? '', `Bearer ${token}`)) throw notFound()
    metrics.streams.set(streams.count())
    metrics.signals.set(Number(bus.isConnected()))
    metrics.provenRestore.set(await provenRestoreAge(database))
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/** In seconds; NaN while the database does not answer, so that the other metrics are still read. */
async function provenRestoreAge({ hot }: Pick<Database, 'hot'>): Promise<number> {
  const found = await hot.query<{ age: number | null }>(selectProvenAge()).catch(() => undefined)
  return found ? (found.rows[0]!.age ?? Infinity) : NaN
}

function isSame(given: string, expected: string) {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one!, other!)
}
