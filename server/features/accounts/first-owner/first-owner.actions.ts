/**
 * The first owner of an empty community makes an account with a link that only the log of the server shows. The link
 * works until an owner exists, by it or by the command line; then all links are deleted.
 */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { problem } from '#server/platform/problems.ts'
import { insertStaff } from '#server/features/accounts/auth/accounts.sql.ts'
import { newHash, startSession, type AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import { hashOf, isToken, newToken } from '#server/features/accounts/auth/tokens.ts'
import { requireGoodPassword } from '#server/features/accounts/sign-in/passwords.actions.ts'
import { SETUP_HOURS, SETUP_LINK } from '#shared/setup.ts'
import {
  beginSetup,
  deleteSetupLinks,
  hasOwner,
  insertSetupLink,
  lockFirstOwner,
  selectSetupLinks,
} from './first-owner.sql.ts'

type Query = Pick<pg.ClientBase, 'query'>

const UNIQUE_VIOLATION = '23505'

async function isOwned({ query }: Query): Promise<boolean> {
  return (await query<{ is_owned: boolean }>(hasOwner())).rows[0]!.is_owned
}

/** A new link for a community without an owner, to be shown once; undefined if there is one. Only its hash is stored. */
export async function newSetupLink(pool: pg.Pool, publicUrl: string): Promise<string | undefined> {
  if (await isOwned({ query: pool.query.bind(pool) as Query['query'] })) return undefined
  const token = newToken()
  await pool.query(insertSetupLink({ tokenHash: hashOf(token), hours: SETUP_HOURS }))
  return `${publicUrl}${SETUP_LINK}/${token}`
}

/** One answer for a used, an expired and a wrong link, so that a guess learns nothing. */
const spent = () =>
  problem('accounts.setup_link_invalid', {
    message: 'This link was already used, has expired, or is incomplete.',
    status: 404,
  })

async function requireLink(tools: Query, token: unknown): Promise<void> {
  if (!isToken(token)) throw spent()
  const given = Buffer.from(hashOf(token))
  const { rows } = await tools.query<{ token_hash: string }>(selectSetupLinks())
  const isKnown = rows.some((row) => {
    const known = Buffer.from(row.token_hash)
    return known.length === given.length && timingSafeEqual(known, given)
  })
  if (!isKnown || (await isOwned(tools))) throw spent()
}

export const findSetup = ({ pool }: AuthContext, token: unknown): Promise<void> =>
  requireLink({ query: pool.query.bind(pool) as Query['query'] }, token)

export interface FirstOwner {
  token: string
  first_name: string
  last_name: string
  email: string
  password: string
}

/** Makes the owner's account and signs them in. */
export async function makeFirstOwner(tools: AuthContext, request: FastifyRequest, given: FirstOwner) {
  const { token, password, first_name: firstName, last_name: lastName, email } = given
  await findSetup(tools, token)
  await requireGoodPassword(password, [firstName, lastName, email])
  const hash = await newHash(tools, password)
  return transaction(tools.pool, tools.bus, async (tx) => {
    await tx.query(lockFirstOwner())
    await requireLink(tx, token)
    const { rows } = await tx
      .query<{ id: number }>(insertStaff({ firstName, lastName, email, password: hash }))
      .catch((error: { code?: string }) => {
        if (error.code !== UNIQUE_VIOLATION) throw error
        throw problem('accounts.email_taken', {
          message: 'An account with this email address already exists. Use another address.',
          field: 'email',
          status: 400,
        })
      })
    const userId = rows[0]!.id
    await tx.query(deleteSetupLinks())
    await tx.query(beginSetup())
    await recordStaffAction(tx, userId, { act: 'setup.begun', itemId: null, itemName: 'Set-up' })
    return { userId, entered: await startSession(tools, tx, request, { userId, keepSignedIn: true }) }
  })
}
