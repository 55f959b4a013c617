/**
 * The log of security events: failed sign-ins, refused requests, staff actions. It is append-only and contains codes
 * and numbers, never a password or anything that members write.
 */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { deviceName } from '#shared/devices.ts'
import type { SecurityEventKind } from '#shared/security-events.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { log } from '#server/platform/log/log.ts'

/** Per kind and account. More rows would let a flood fill the disk without giving staff any new information. */
const ROWS_PER_MINUTE = 30
const FULL_MS = 10_000
const FACTS_LENGTH = 2_000

export interface SecurityEvent {
  kind: SecurityEventKind
  /** The user who did it, or whose account it was done to. */
  userId?: number | null
  from?: Pick<FastifyRequest, 'headers' | 'ip'>
  facts?: Record<string, string | number | boolean | null>
}

/** A transaction, so that the event commits together with the change it records, or a pool. */
type Database = Pick<Transaction, 'query'> | pg.Pool

const insertEvent = statement(
  'insert-security-event',
  { kind: 'text', userId: 'bigint', ipAddress: 'text', device: 'text', facts: 'jsonb' },
  (p) => sql`insert into security_events (kind, user_id, ip_address, device, facts)
    select ${p.kind}, ${p.userId}, left(${p.ipAddress}, 64), left(${p.device}, 120), ${p.facts}
    where (select count(*) from (
      select from security_events e
      where e.kind = ${p.kind} and e.user_id is not distinct from ${p.userId} and e.at > now() - interval '1 minute'
      limit ${ROWS_PER_MINUTE}) c) < ${ROWS_PER_MINUTE}`,
)
const deleteOld = statement(
  'delete-old-security-events',
  { days: 'integer' },
  (p) => sql`delete from security_events where at < now() - make_interval(days => ${p.days})`,
)

/** Returns the number of rows written: 0 if the limit for this minute is reached. */
export async function recordSecurityEvent(
  database: Database,
  { kind, userId, from, facts = {} }: SecurityEvent,
): Promise<number> {
  const text = JSON.stringify(facts)
  const { rowCount } = await (database as pg.Pool).query(
    insertEvent({
      kind,
      userId,
      ipAddress: from?.ip,
      device: from ? deviceName(from.headers['user-agent']?.slice(0, 300) ?? '') : null,
      facts: text.length <= FACTS_LENGTH ? text : '{}',
    }),
  )
  return rowCount ?? 0
}

/** Kinds and accounts at this minute's limit: skip the insert, so that a flood of refusals costs no queries. */
const full = new WeakMap<object, Map<string, number>>()
const FULL_ENTRIES = 1_000

/** For refusals: never throws, because the refusal must be sent even if it cannot be recorded. */
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

/** Deletes security events older than `days`. */
export const sweepSecurityEvents = (pool: pg.Pool, days: number) => pool.query(deleteOld({ days }))
