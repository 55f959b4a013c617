/** Connects the pools with the replica, so that no operation needs to know which database answers it. */
import pg from 'pg'
import { UNUSED, type Replica } from './replica.ts'

/** A database that shuts down, a conflict with the replay, and a migration that the replica has not replayed. */
const ANSWERED_BY_PRIMARY = /^(57P0\d|40001|42P01|42703|42883)$/
const READS = /^\s*(?:select|show)\b/i
const WRITES = /\b(?:insert into|update|delete from|merge into|nextval|pg_notify|add_job)\b/i

type Query = pg.Pool['query']
export type ReadSource = 'primary' | 'replica'

/** Answers queries of `primary` from `replica` when it has replayed enough. Both pools have the same settings. */
export function readFromReplica(
  primary: pg.Pool,
  { pool, replica, count }: { pool: pg.Pool; replica: Replica; count: (source: ReadSource) => void },
): void {
  const query = primary.query.bind(primary) as (...given: unknown[]) => Promise<unknown>
  const readQuery = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  primary.query = (async (...given: unknown[]) => {
    if (await replica.isReached()) {
      try {
        const answer = readQuery(...given)
        const first = await Promise.race([answer, replica.unused])
        if (first !== UNUSED) {
          count('replica')
          return first
        }
        answer.catch(() => {})
      } catch (error) {
        if (error instanceof pg.DatabaseError && !ANSWERED_BY_PRIMARY.test(error.code ?? '')) throw error
        // Also a connection that broke, or could not be opened: a read can be asked again.
        if (!(error instanceof pg.DatabaseError)) replica.fail()
      }
    }
    count('primary')
    return query(...given)
  }) as Query
}

/** Tells the replica of each write through this pool, by a single statement or in a transaction. */
export function noteWrites(pool: pg.Pool, replica: Replica): void {
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  pool.query = (async (...given: unknown[]) => {
    const text = typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text
    try {
      return await query(...given)
    } finally {
      if (!READS.test(text) || WRITES.test(text)) replica.wrote()
    }
  }) as Query
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<pg.PoolClient>
  pool.connect = ((callback?: unknown) => {
    // The pool's own queries take a callback; who takes a client without one runs a transaction.
    if (callback) return connect(callback)
    return connect().then((client) => {
      const release = client.release.bind(client)
      client.release = (error) => {
        replica.wrote()
        release(error)
      }
      return client
    })
  }) as pg.Pool['connect']
}
