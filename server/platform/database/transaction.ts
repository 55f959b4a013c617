/** One action, one transaction: what it announces is announced if and only if it is committed. */
import type pg from 'pg'
import { notify, type Bus, type Signal } from '#server/platform/signals/bus.ts'

const TRIES = 4
/** Serialization failure and deadlock: the work is sound and only has to be done again. */
const AGAIN = new Set(['40001', '40P01'])

export interface Transaction {
  query: pg.ClientBase['query']
  announce(signal: Signal): void
  /** Has a job done after the commit, and only then. A second one with the same `key` replaces the first. */
  enqueue(task: string, payload?: object, when?: { at?: Date; key?: string }): Promise<void>
}

const ADD_JOB = {
  name: 'add-job',
  text: 'select from graphile_worker.add_job($1, $2::json, run_at => $3::timestamptz, job_key => $4)',
}

/** Runs `work` and commits, or undoes all of it when it throws. */
export async function transaction<T>(pool: pg.Pool, bus: Bus, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      const signals: Signal[] = []
      await client.query('begin')
      const result = await work({
        query: client.query.bind(client) as Transaction['query'],
        announce: (signal) => void signals.push(signal),
        enqueue: async (task, payload = {}, { at, key } = {}) =>
          void (await client.query({ ...ADD_JOB, values: [task, JSON.stringify(payload), at ?? null, key ?? null] })),
      })
      // One message to the database instead of several: the announcements and the commit.
      const announcements = bus.inTransaction ? signals.map((signal) => notify(client, signal)) : []
      await client.query([...announcements, 'commit'].join('; '))
      // The fact stands even if nobody can be told at once: readers see it when they next look.
      if (!bus.inTransaction) for (const signal of signals) await bus.publish(signal).catch(() => {})
      return result
    } catch (error) {
      await client.query('rollback').catch((lost: Error) => (broken = lost))
      if (!AGAIN.has((error as { code?: string }).code ?? '') || attempt === TRIES) throw error
    } finally {
      client.release(broken)
    }
  }
}
