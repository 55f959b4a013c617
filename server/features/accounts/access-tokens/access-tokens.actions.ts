/** Members create and revoke access tokens. The token is in the response that creates it, and nowhere else. */
import type { FastifyRequest } from 'fastify'
import { recordSecurityEvent } from '#server/platform/audit/security-events.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { problem } from '#server/platform/problems.ts'
import { accessTokenHash, newAccessToken } from '#server/platform/session/access-tokens.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import type { AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import { alert } from '#server/features/accounts/auth/security-alerts.ts'
import { requirePassword } from '#server/features/accounts/sign-in/two-step.actions.ts'
import { ACCESS_TOKENS, type AccessTokenScope } from '#shared/access-tokens.ts'
import {
  deleteToken,
  insertToken,
  lockAccount,
  selectNetworksWithoutTokens,
  selectTokens,
} from './access-tokens.sql.ts'

interface AccessToken {
  id: number
  name: string
  scopes: AccessTokenScope[]
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
}

export interface NewToken {
  name: string
  scopes: AccessTokenScope[]
  days: number
  password: string
}

const networksWithout = async (query: Transaction['query'], userId: number) =>
  (await query<{ display_name: string }>(selectNetworksWithoutTokens({ userId }))).rows.map((row) => row.display_name)

/** The member's tokens, and the networks because of which none of them works. */
export async function listTokens({ pool }: AuthContext, userId: number) {
  const query = pool.query.bind(pool) as Transaction['query']
  const [{ rows: tokens }, refusing_networks] = await Promise.all([
    pool.query<AccessToken>(selectTokens({ userId })),
    networksWithout(query, userId),
  ])
  return { tokens, refusing_networks }
}

/** Requires the password, because a token reads without it. */
export async function createToken(
  tools: AuthContext,
  request: FastifyRequest,
  { id: userId }: Session,
  { name, scopes, days, password }: NewToken,
): Promise<string> {
  await requirePassword(tools, userId, password)
  const token = newAccessToken()
  await transaction(tools.pool, tools.bus, async (tx) => {
    await requireRoom(tx, userId)
    const { rows } = await tx.query<{ id: number }>(
      insertToken({ userId, name, scopes: [...new Set(scopes)], tokenHash: accessTokenHash(token), days }),
    )
    await recordSecurityEvent(tx, {
      kind: 'token.created',
      userId,
      from: request,
      facts: { token: rows[0]!.id, scopes: scopes.join(' '), days },
    })
    await alert(tools, tx, request, { userId, what: 'token' })
  })
  return token
}

async function requireRoom(tx: Transaction, userId: number) {
  const { rows } = await tx.query<{ is_member: boolean }>(lockAccount({ userId }))
  const networks = await networksWithout(tx.query, userId)
  if (!rows[0]?.is_member || networks.length > 0)
    throw problem('accounts.tokens_not_allowed', {
      message: 'One of your networks doesn’t allow access tokens.',
      status: 400,
    })
  const held = await tx.query(selectTokens({ userId }))
  if (held.rows.length >= ACCESS_TOKENS)
    throw problem('accounts.too_many_tokens', {
      message: `You have ${ACCESS_TOKENS} access tokens, which is the limit. Revoke one you don’t use first.`,
      status: 400,
    })
}

export async function revokeToken(tools: AuthContext, request: FastifyRequest, { id: userId }: Session, id: number) {
  await transaction(tools.pool, tools.bus, async (tx) => {
    const { rowCount } = await tx.query(deleteToken({ userId, id }))
    if (rowCount === 0)
      throw problem('accounts.token_gone', {
        message: 'This access token has already expired or been revoked.',
        status: 404,
      })
    await recordSecurityEvent(tx, { kind: 'token.revoked', userId, from: request, facts: { token: id } })
  })
}
