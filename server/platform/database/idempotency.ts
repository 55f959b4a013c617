/**
 * A retried write finds its key taken and gets the result of the first try: key, row and signal are one transaction.
 * The statement that writes begins by claiming the key, with the id its row will have, and writes only if it got it.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { problem } from '#server/platform/problems.ts'

export interface IdempotentRequest {
  userId: number
  key: string
  operation: string
  /** What was asked; the same key with something else is a mistake of the caller. */
  asked: unknown
}

const KEY_LENGTH = { min: 8, max: 100 }

/** The first four values of a statement that begins with `claim`. */
export function claimValues({ userId, key, operation, asked }: IdempotentRequest): [number, string, string, string] {
  // Counted as the database counts: an emoji is one character there and two here.
  const { length } = [...key]
  if (length < KEY_LENGTH.min || length > KEY_LENGTH.max) {
    throw problem('request.idempotency_key', {
      message: `idempotency_key must have ${KEY_LENGTH.min} to ${KEY_LENGTH.max} characters.`,
      field: 'idempotency_key',
      status: 400,
    })
  }
  return [userId, key, operation, createHash('sha256').update(JSON.stringify(asked)).digest('base64url')]
}

/** Claims the key for the next id of a sequence; gives `result`, or no row when the key is taken. A parallel try waits. */
export const claim = (sequence: string) => claimFor(`nextval('${sequence}')`)

/** The same for what changes and has its id already: `result` is an expression, such as a parameter. */
export const claimFor = (result: string) => `
  insert into idempotency_keys (user_id, key, operation, fingerprint, result)
  values ($1, $2, $3, $4, ${result}) on conflict (user_id, key) do nothing returning result`

/** The result of an earlier try with this key; undefined when there was none. Refuses a key used for something else. */
export async function earlierResult(
  database: Pick<pg.ClientBase, 'query'>,
  intent: IdempotentRequest,
): Promise<number | undefined> {
  const [userId, key, operation, fingerprint] = claimValues(intent)
  const { rows } = await database.query<{ operation: string; fingerprint: string; result: number }>(
    'select operation, fingerprint, result from idempotency_keys where user_id = $1 and key = $2',
    [userId, key],
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

/** What `prepare` makes, or the result of an earlier try: what it refuses now may have been done before it was refused. */
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
