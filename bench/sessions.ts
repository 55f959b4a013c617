/** Signed-in members for load tests: sessions inserted directly into the database, and their cookies. */
import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'

export const SECRET = 'a secret that only the benches share'

export interface Visitor {
  cookie: string
  xsrf: string
}

const sign = (text: string) => createHmac('sha256', SECRET).update(text).digest('base64')

/** One session per member; their requests need no sign-in. */
export async function visitorsOf(pool: pg.Pool, memberIds: readonly number[]): Promise<Visitor[]> {
  const tokens = memberIds.map(() => randomBytes(24).toString('base64url'))
  await pool.query(
    `insert into sessions (user_id, token, expires_at) select * from unnest($1::bigint[], $2::text[], $3::timestamptz[])`,
    [memberIds, tokens, memberIds.map(() => new Date(Date.now() + 86_400_000))],
  )
  return tokens.map((token) => ({
    cookie: `counterpart.session_token=${encodeURIComponent(`${token}.${sign(token)}`)}`,
    xsrf: sign(`xsrf:${token}`).replaceAll(/[+/=]/g, ''),
  }))
}

export const callOf = (operation: string, variables: unknown, { cookie, xsrf }: Visitor) => ({
  path: `/api/graphql/${operation}`,
  method: 'POST',
  headers: { 'content-type': 'application/json', cookie, 'x-xsrf-token': xsrf },
  body: JSON.stringify({ variables }),
})

/** Headers of a signed-out visitor whose device is known. */
export const strangerOf = () => ({
  'content-type': 'application/json',
  'x-xsrf-token': sign('xsrf:signed out').replaceAll(/[+/=]/g, ''),
  cookie: `counterpart.device=${encodeURIComponent(`device:bench.${sign('device:bench')}`)}`,
})
