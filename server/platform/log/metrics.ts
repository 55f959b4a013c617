/** The metrics at /metrics for Prometheus. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type pg from 'pg'
import type { Replica } from '#server/platform/database/replica/replica.ts'
import type { ReadSource } from '#server/platform/database/replica/replica-pools.ts'

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
    signals: new Gauge({
      name: 'counterpart_signals_connected',
      help: '1 while this server hears what changed on others; without, pages ask every few seconds.',
      registers,
    }),
    provenRestore: new Gauge({
      name: 'counterpart_proven_restore_age_seconds',
      help: 'Time since a backup was last restored and compared without a difference; +Inf if never.',
      registers,
    }),
    jobs: new Counter({
      name: 'counterpart_jobs_total',
      help: 'Jobs by task and outcome.',
      labelNames: ['task', 'outcome'],
      registers,
    }),
    watchReplica: (database: WatchedReplica) => watchReplica(registers, database),
    watchPools: (pools: Record<string, pg.Pool>) => watchPools(registers, pools),
  }
}

function watchPools(registers: Registry[], pools: Record<string, pg.Pool>): void {
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
  })
}

interface WatchedReplica {
  replica: Pick<Replica, 'state' | 'lagMs'> | undefined
  replicaReads: Readonly<Record<ReadSource, number>>
}

function watchReplica(registers: Registry[], { replica, replicaReads }: WatchedReplica): void {
  if (!replica) return
  new Gauge({
    name: 'counterpart_replica_used',
    help: '1 while the replica answers reads, 0 while the primary answers all.',
    registers,
    collect() {
      this.set(replica.state === 'used' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'counterpart_replica_lag_seconds',
    help: 'The replica is at most this far behind.',
    registers,
    collect() {
      this.set(replica.lagMs() / 1000)
    },
  })
  new Counter({
    name: 'counterpart_replica_reads_total',
    help: 'Reads by the database that answered them.',
    labelNames: ['source'],
    registers,
    collect() {
      this.reset()
      for (const [source, count] of Object.entries(replicaReads)) this.inc({ source }, count)
    },
  })
}
