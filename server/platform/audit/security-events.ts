/**
 * The record of what concerns the safety of accounts and of the site: who failed to sign in, who was refused, what staff
 * did. It holds codes and numbers, never a password or what members write, and is only added to.
 */
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { deviceName } from '#shared/devices.ts'
import type { SecurityEventKind } from '#shared/security-events.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { log } from '#server/platform/log/log.ts'

/** Of one kind and one account; more would let a flood fill the disk and tell staff nothing new. */
const ROWS_PER_MINUTE = 30
const FULL_MS = 10_000
const FACTS_LENGTH = 2_000

export interface SecurityEvent {
  kind: SecurityEventKind
  /** Who did it, or whose account it was done to. */
  userId?: number | null
  from?: Pick<FastifyRequest, 'headers' | 'ip'>
  facts?: Record<string, string | number | boolean | null>
}

/** A transaction, so that the event stands with the fact, or a pool. */
type Database = Pick<Transaction, 'query'> | pg.Pool

const insertEvent = {
  name: 'insert-security-event',
  text: `insert into security_events (kind, user_id, ip_address, device, facts)
    select $1, $2, left($3, 64), left($4, 120), $5
    where (select count(*) from (
      select from security_events e
      where e.kind = $1 and e.user_id is not distinct from $2 and e.at > now() - interval '1 minute'
      limit ${ROWS_PER_MINUTE}) c) < ${ROWS_PER_MINUTE}`,
}
const deleteOld = 'delete from security_events where at < now() - make_interval(days => $1)'

/** Gives how many rows were written: none when those of this minute are full. */
export async function recordSecurityEvent(
  database: Database,
  { kind, userId, from, facts = {} }: SecurityEvent,
): Promise<number> {
  const text = JSON.stringify(facts)
  const values = [
    kind,
    userId ?? null,
    from?.ip ?? null,
    from ? deviceName(from.headers['user-agent']?.slice(0, 300) ?? '') : null,
    text.length <= FACTS_LENGTH ? text : '{}',
  ]
  const { rowCount } = await (database as pg.Pool).query({ ...insertEvent, values })
  return rowCount ?? 0
}

/** Kinds and accounts whose rows of this minute are full, so that a flood of refusals costs no statement each. */
const full = new WeakMap<object, Map<string, number>>()
const FULL_ENTRIES = 1_000

/** For a refusal, which must be answered whether or not it can be recorded. */
export async function recordRefusal(pool: pg.Pool, event: SecurityEvent): Promise<void> {
  const until = full.get(pool) ?? new Map<string, number>()
  full.set(pool, until)
  const key = `${event.kind} ${event.userId ?? ''}`
  if ((until.get(key) ?? 0) > Date.now()) return
  try {
    if ((await recordSecurityEvent(pool, event)) > 0) return
    if (until.size >= FULL_ENTRIES) until.clear()
    until.set(key, Date.now() + FULL_MS)
  } catch (error) {
    log.error({ error, kind: event.kind }, 'a security event could not be recorded')
  }
}

/** Deletes what is older than is kept. */
export const sweepSecurityEvents = (pool: pg.Pool, days: number) => pool.query({ text: deleteOld, values: [days] })
