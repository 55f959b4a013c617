/**
 * Personal access tokens. A token reads as its member, but with no identity of its own (`viewer.id` is nobody's, as
 * while staff view the community as a member), so nothing that is private to the member can appear: no private reply,
 * conversation, draft or own post that waits. It has no role either. Decision 0129.
 */
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { statement } from '#server/platform/database/statement.ts'
import { NOBODY, sql, type Sql, type Viewer } from '#server/platform/graph/sql.ts'
import { scopeOf } from '#server/platform/http/api-operations.ts'
import { problem } from '#server/platform/problems.ts'
import { ACCESS_TOKEN_CALLS_A_MINUTE, ACCESS_TOKEN_PREFIX, type AccessTokenScope } from '#shared/access-tokens.ts'
import { isAccountHolder } from './account-states.ts'
import { NO_ROLES, REACH } from './sessions.ts'

const TOKEN_BYTES = 32
const MINUTE_MS = 60_000
/** Scopes whose operations answer about the member, and contain nothing else. */
const OF_THE_MEMBER: ReadonlySet<AccessTokenScope> = new Set(['profile:read'])
const SHAPE = new RegExp(`^Bearer (${ACCESS_TOKEN_PREFIX}[\\w-]{43})$`, 'i')

export const newAccessToken = () => `${ACCESS_TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`
export const accessTokenHash = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * Networks that the member belongs to, or whose content they can read, and that allow no tokens. One is enough: what a
 * token reads is a list of several networks at once.
 */
export const withoutTokens = (userId: Sql): Sql => sql`
  select n.id, n.display_name from peer_networks n where not n.allows_access_tokens and n.id in (
    select o.peer_network_id from peer_network_memberships o where o.user_id = ${userId}
    union select a.to_network_id from peer_network_memberships o
      join network_access a on a.from_network_id = o.peer_network_id where o.user_id = ${userId})`

interface Found {
  id: number
  scopes: AccessTokenScope[]
  member_id: number
  networks: number[]
  channels: number[]
  num_of_calls: number
  minute: Date
}

/** Counts the call in the same statement, for all servers together. A token that may not be used is not found. */
const useToken = statement(
  'use-access-token',
  { tokenHash: 'text' },
  (p) => sql`
    with t as (
      update access_tokens set last_used_at = now(), minute = date_trunc('minute', now()),
        num_of_calls = case when minute = date_trunc('minute', now()) then num_of_calls + 1 else 1 end
      where token_hash = ${p.tokenHash} and expires_at > now()
      returning id, user_id, scopes, num_of_calls, minute)
    select t.id, t.scopes, t.num_of_calls, t.minute, m.id as member_id, reach.networks, reach.channels
    from t join users m on m.id = t.user_id ${NO_ROLES} ${REACH}
    where ${isAccountHolder(sql`m`)} and standing_of(m) = 'full'
      and exists (select from peer_network_memberships o where o.user_id = m.id)
      and not exists (${withoutTokens(sql`m.id`)})`,
)

const invalid = () =>
  problem('token.invalid', {
    message:
      'This access token isn’t valid. It may have expired or been revoked, or a network of its member no longer allows access tokens.',
    status: 401,
  })

/** A token that may be used now. */
export interface TokenReader {
  scopes: readonly AccessTokenScope[]
  /** Who reads with it, for this operation. Throws if no scope of the token has it. */
  viewer(operation: string): Viewer
}

export interface AccessTokens {
  /** Counts one call. Throws if this header names no token that may be used now. */
  reader(authorization: string): Promise<TokenReader>
}

export const makeAccessTokens = (pool: pg.Pool): AccessTokens => ({
  async reader(authorization) {
    const token = SHAPE.exec(authorization)?.[1]
    if (!token) throw invalid()
    const { rows } = await pool.query<Found>(useToken({ tokenHash: accessTokenHash(token) }))
    const found = rows[0]
    if (!found) throw invalid()
    if (found.num_of_calls > ACCESS_TOKEN_CALLS_A_MINUTE)
      throw problem('token.too_many_calls', {
        message: `This access token has made ${ACCESS_TOKEN_CALLS_A_MINUTE} calls within a minute, which is the limit.`,
        status: 429,
        retryAt: new Date(found.minute.getTime() + MINUTE_MS),
      })
    const { scopes, networks, channels, member_id } = found
    return {
      scopes,
      viewer(operation) {
        const scope = requireScope(scopes, operation)
        return { ...NOBODY, id: OF_THE_MEMBER.has(scope) ? member_id : NOBODY.id, networks, channels, member_id }
      },
    }
  },
})

function requireScope(scopes: readonly AccessTokenScope[], operation: string): AccessTokenScope {
  const scope = scopeOf(operation)
  if (scope && scopes.includes(scope)) return scope
  throw problem('token.scope', {
    message: scope
      ? `${operation} needs the scope ${scope}, which this access token doesn’t have.`
      : `${operation} can’t be called with an access token.`,
    status: 403,
  })
}
