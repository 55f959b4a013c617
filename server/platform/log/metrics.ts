/** The metrics at /metrics for Prometheus. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type pg from 'pg'

const BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]

export type Metrics = ReturnType<typeof makeMetrics>

/** A separate registry, so that two servers in one process (in tests) do not collide. */
export function makeMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'counterpart_request_seconds',
      help: 'Time of a request by operation or route, and status.',
      labelNames: ['operation', 'status'],
      buckets: BUCKETS,
      registers,
    }),
    statements: new Histogram({
      name: 'counterpart_statement_seconds',
      help: 'Time of the statement of an operation.',
      labelNames: ['operation'],
      buckets: BUCKETS,
      registers,
    }),
    passwords: new Counter({
      name: 'counterpart_passwords_hashed_total',
      help: 'Passwords hashed, to keep or to compare.',
      registers,
    }),
    streams: new Gauge({ name: 'counterpart_streams', help: 'Open live streams.', registers }),
    searchDocuments: new Gauge({
      name: 'counterpart_search_documents',
      help: 'Messages and files in the search index that this server holds; 0 while the database answers searches.',
      registers,
    }),
    jobs: new Counter({
      name: 'counterpart_jobs_total',
      help: 'Jobs by task and outcome.',
      labelNames: ['task', 'outcome'],
      registers,
    }),
    watchPools: (pools: Record<string, pg.Pool>) =>
      new Gauge({
        name: 'counterpart_pool_connections',
        help: 'Connections of a pool by state.',
        labelNames: ['pool', 'state'],
        registers,
        collect() {
          for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
            this.set({ pool, state: 'open' }, totalCount)
            this.set({ pool, state: 'idle' }, idleCount)
            this.set({ pool, state: 'awaited' }, waitingCount)
          }
        },
      }),
  }
}
