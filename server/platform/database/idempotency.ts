/**
 * Idempotency keys: a retried write finds its key claimed and returns the result of the first attempt. Key, row and
 * signal are written in one transaction. The write statement begins by claiming the key with the id that its row will
 * have, and writes only if the claim succeeded.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { problem } from '#server/platform/problems.ts'

export interface IdempotentRequest {
  userId: number
  key: string
  operation: string
  /** The arguments. The same key with other arguments is a client error. */
  asked: unknown
}

const KEY_LENGTH = { min: 8, max: 100 }

/** The first four parameters of a statement that begins with `claim`. */
export function claimValues({ userId, key, operation, asked }: IdempotentRequest): [number, string, string, string] {
  // Count code points as PostgreSQL does: an emoji is one character there, but two UTF-16 units here.
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

/** Claims the key for a sequence's next id. Returns `result`, or no row if claimed. A concurrent attempt waits. */
export const claim = (sequence: string) => claimFor(`nextval('${sequence}')`)

/** The same for an update, where the id already exists: `result` is an SQL expression, e.g. a parameter. */
export const claimFor = (result: string) => `
  insert into idempotency_keys (user_id, key, operation, fingerprint, result)
  values ($1, $2, $3, $4, ${result}) on conflict (user_id, key) do nothing returning result`

/** The result of an earlier attempt with this key, or undefined. Throws if the key was used for something else. */
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
