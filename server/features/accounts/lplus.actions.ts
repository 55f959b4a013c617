/**
 * A token for the partner's learning site: a JWT that names the member, signed with a key shared with the partner. It
 * grants no access here, and is valid for minutes.
 */
import { createHmac, randomUUID } from 'node:crypto'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { AuthContext } from './auth/auth-context.ts'
import { insertLPlusToken } from './lplus.sql.ts'

export interface LPlus {
  url: string
  secret: string
}

const TOKEN_SECONDS = 300
const ACTIVE_STATES = new Set(['full access', 'trial'])
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Resolves to the token's id. */
export async function generateLPlusToken(tools: AuthContext, lplus: LPlus | undefined, { viewer }: Call) {
  if (!viewer.is_staff && (!ACTIVE_STATES.has(viewer.current_state) || viewer.channels.length === 0))
    throw problem('accounts.no_membership', {
      message: 'The learning site is available to members with an active membership.',
    })
  if (!lplus)
    throw problem('accounts.lplus_absent', {
      message: 'Our partner’s learning site isn’t connected. If you expected it to be, contact support.',
    })
  const now = Math.floor(Date.now() / 1000)
  const { id, first_name, last_name, email } = viewer
  const claims = {
    iss: tools.publicUrl,
    aud: new URL(lplus.url).origin,
    sub: String(id),
    name: `${first_name} ${last_name}`.trim(),
    email,
    iat: now,
    exp: now + TOKEN_SECONDS,
    jti: randomUUID(),
  }
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  const token = `${signed}.${createHmac('sha256', lplus.secret).update(signed).digest('base64url')}`
  const url = new URL(lplus.url)
  url.searchParams.set('token', token)
  const { rows } = await tools.pool.query<{ id: number }>(
    insertLPlusToken({ userId: id, token, url: url.href, expiresAt: claims.exp }),
  )
  return rows[0]!.id
}
