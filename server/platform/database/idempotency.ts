/**
 * Idempotency keys: a retried write finds its key claimed and returns the result of the first attempt. Key, row and
 * signal are written in one transaction. The write statement begins by claiming the key with the id that its row will
 * have, and writes only if the claim succeeded.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { sql, trustedSql, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import { problem } from '#server/platform/problems.ts'
import { statement, type Parameters } from './statement.ts'

export interface IdempotentRequest {
  userId: number
  key: string
  operation: string
  /** The arguments. The same key with other arguments is a client error. */
  asked: unknown
}

const KEY_LENGTH = { min: 8, max: 100 }

/** The parameters that a statement with `claim` has besides its own. */
export const CLAIM = { userId: 'bigint', key: 'text', operation: 'text', fingerprint: 'text' } as const
type ClaimParameters = Parameters<typeof CLAIM>
export type ClaimValues = Readonly<{ userId: number; key: string; operation: string; fingerprint: string }>

/** Values for the parameters of `CLAIM`. */
export function claimValues({ userId, key, operation, asked }: IdempotentRequest): ClaimValues {
  // Count code points as PostgreSQL does: an emoji is one character there, but two UTF-16 units here.
  const { length } = [...key]
  if (length < KEY_LENGTH.min || length > KEY_LENGTH.max) {
    throw problem('request.idempotency_key', {
      message: `idempotency_key must have ${KEY_LENGTH.min} to ${KEY_LENGTH.max} characters.`,
      field: 'idempotency_key',
      status: 400,
    })
  }
  return { userId, key, operation, fingerprint: createHash('sha256').update(JSON.stringify(asked)).digest('base64url') }
}

/** Claims the key for a sequence's next id. Returns `result`, or no row if claimed. A concurrent attempt waits. */
export const claim = (p: ClaimParameters, sequence: string) => claimFor(p, trustedSql(`nextval('${sequence}')`))

/** The same for an update, where the id already exists: `result` is an SQL expression, e.g. a parameter. */
export const claimFor = (p: ClaimParameters, result: Sql | Parameter) => sql`
  insert into idempotency_keys (user_id, key, operation, fingerprint, result)
  values (${p.userId}, ${p.key}, ${p.operation}, ${p.fingerprint}, ${result}) on conflict (user_id, key) do nothing returning result`

const selectEarlier = statement(
  'select-earlier-result',
  { userId: 'bigint', key: 'text' },
  (p) => sql`
    select operation, fingerprint, result from idempotency_keys where user_id = ${p.userId} and key = ${p.key}`,
)

/** The result of an earlier attempt with this key, or undefined. Throws if the key was used for something else. */
export async function earlierResult(
  database: Pick<pg.ClientBase, 'query'>,
  intent: IdempotentRequest,
): Promise<number | undefined> {
  const { userId, key, operation, fingerprint } = claimValues(intent)
  const { rows } = await database.query<{ operation: string; fingerprint: string; result: number }>(
    selectEarlier({ userId, key }),
  )
  const earlier = rows[0]
  if (!earlier) return undefined
  if (earlier.operation !== operation || earlier.fingerprint !== fingerprint) {
    throw problem('request.key_reused', {
      message: 'This was already sent with different content. Reload the page and try again. Your draft is saved.',
      field: 'idempotency_key',
    })
  }
  return earlier.result
}

/** The result of an earlier write with this key, whatever its arguments were; undefined if there was none. */
export async function resultOfKey(
  database: Pick<pg.ClientBase, 'query'>,
  { userId, key }: { userId: number; key: string },
): Promise<number | undefined> {
  const { rows } = await database.query<{ result: number }>(selectEarlier({ userId, key }))
  return rows[0]?.result
}

/**
 * Returns what `prepare` returns. If it throws, returns the result of an earlier attempt if there is one: a retry may
 * be refused for something that the first attempt has already done.
 */
export async function orEarlierResult<T>(
  pool: pg.Pool,
  intent: IdempotentRequest,
  prepare: () => Promise<T>,
): Promise<T | number> {
  try {
    return await prepare()
  } catch (refusal) {
    const earlier = await earlierResult(pool, intent)
    if (earlier === undefined) throw refusal
    return earlier
  }
}
