/** One action, one transaction: what it announces is announced if and only if it is committed. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { notify, notifyOf, textOf, type Bus, type Signal } from '#server/platform/signals/bus.ts'

const TRIES = 4
/** Serialization failure and deadlock: the work is sound and only has to be done again. */
const RETRYABLE = new Set(['40001', '40P01'])

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

/** What a job that follows a signal is given: its ids, and a name for this very occurrence. */
export interface FollowUpPayload {
  signal: string
  /** The members whom the signal names. */
  users: readonly number[]
  occurrence: string
}

/** The jobs that follow a signal, with what each is given. */
function jobsOf({ followers = {} }: Bus, { signal, users, data, facts }: Signal) {
  return (followers[signal] ?? []).map((task) => ({
    task,
    payload: JSON.stringify({ ...data, ...facts, signal, users, occurrence: randomUUID() }),
  }))
}

/** The statement that has the signals followed; in the transaction of the fact, so that neither is without the other. */
function follow(client: pg.ClientBase, bus: Bus, signals: readonly Signal[]): string[] {
  const jobs = signals
    .flatMap((signal) => jobsOf(bus, signal))
    .map(({ task, payload }) => `(${client.escapeLiteral(task)}, ${client.escapeLiteral(payload)})`)
  return jobs.length === 0 ? [] : [`insert into follow_ups (task, payload) values ${jobs.join(', ')}`]
}

/** Does it again when the database says that it would succeed then. */
async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!RETRYABLE.has((error as { code?: string }).code ?? '') || attempt === TRIES) throw error
    }
  }
}

/** Runs `work` and commits, or undoes all of it when it throws. */
export function transaction<T>(pool: pg.Pool, bus: Bus, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return retryOnConflict(async () => {
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
      await client.query([...follow(client, bus, signals), ...announcements, 'commit'].join('; '))
      // The fact stands even if nobody can be told at once: readers see it when they next look.
      if (!bus.inTransaction) for (const signal of signals) await bus.publish(signal).catch(() => {})
      return result
    } catch (error) {
      await client.query('rollback').catch((lost: Error) => (broken = lost))
      throw error
    } finally {
      client.release(broken)
    }
  })
}

/** Stands for the id in what a statement announces until the statement knows it; no row has it. */
const ID_PLACEHOLDER = Number.MIN_SAFE_INTEGER
const withId = (text: string) => `replace(${text}, '${ID_PLACEHOLDER}', id::text)`

/**
 * The last parts of a statement that announces each row it made, `written`, by its `id`: the parameters `$first` and the
 * two after it are those of `announced`. What follows is a part before the select, the announcement its last column.
 */
export const followUpsClause = (first: number) => `
  followed as (
    insert into follow_ups (task, payload) select f.task, ${withId('f.payload')}::json
    from written cross join unnest($${first + 1}::text[], $${first + 2}::text[]) as f (task, payload))`
export const announcementClause = (first: number) =>
  `case when $${first}::text is not null then ${notifyOf(withId(`$${first}`))} end`
/** For such a statement within a transaction, which announces at its end. */
export const NO_ANNOUNCEMENT = [null, [], []]

/**
 * Runs a statement with `announcing` as a transaction of its own: one trip to the database instead of three, which is
 * an eighth of what a reply costs. No rows: nothing was done, and nothing announced.
 */
export async function executeAnnounced<Row extends { id: number }>(
  pool: pg.Pool,
  bus: Bus,
  { values, ...statement }: { name: string; text: string; values: readonly unknown[] },
  signalOf: (id: number) => Signal,
): Promise<Row[]> {
  const template = signalOf(ID_PLACEHOLDER)
  const jobs = jobsOf(bus, template)
  const announcement = [
    bus.inTransaction ? textOf(template) : null,
    jobs.map(({ task }) => task),
    jobs.map(({ payload }) => payload),
  ]
  const { rows } = await retryOnConflict(() => pool.query<Row>({ ...statement, values: [...values, ...announcement] }))
  if (!bus.inTransaction) for (const { id } of rows) await bus.publish(signalOf(id)).catch(() => {})
  return rows
}
