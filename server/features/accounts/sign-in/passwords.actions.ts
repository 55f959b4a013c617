/** Passwords: reset by email, and changed with the old one. */
import type { EmailContext } from '#server/platform/app-context.ts'
import type { FastifyRequest } from 'fastify'
import { RESET_HOURS } from '#shared/accounts.ts'
import { ROUTES, withNext } from '#shared/routes.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { Problem, problem } from '#server/platform/problems.ts'
import { hasTwoSteps, keepPassword } from '#server/features/accounts/auth/accounts.sql.ts'
import { alert, fromSession, personOf } from '#server/features/accounts/auth/security-alerts.ts'
import { startSession, newHash, revokeSessions, type AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import { resetEmail } from '#server/features/accounts/auth/account-emails.ts'
import { endOtherWays, insertReset, markVerified, selectUserForReset, selectReset, useReset } from './passwords.sql.ts'
import { hashOf, isToken, newToken } from '#server/features/accounts/auth/tokens.ts'
import { requirePassword } from './two-step.actions.ts'

/**
 * The request only enqueues this job, for every address: whether it has an account is looked up here, where no response
 * waits for the result.
 */
export const sendReset = (
  { pool, bus }: JobTools,
  { email, next = ROUTES.home }: { email: string; next?: string },
  { publicUrl, supportEmail }: EmailContext,
) =>
  transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(selectUserForReset({ email }))
    const person = rows[0] && (await personOf(tx.query, rows[0].id))
    if (!person) return
    const token = newToken()
    await tx.query(insertReset({ userId: person.id, tokenHash: hashOf(token), hours: RESET_HOURS }))
    const link = `${publicUrl}${withNext(`${ROUTES.resetPassword}/${token}`, next)}`
    const letter = resetEmail(person, supportEmail(person.theme), link)
    await queueMail(tx, { to: person.email, kind: 'password-reset', letter })
  })

const spent = () =>
  problem('accounts.reset_invalid', {
    message: 'This link was already used, has expired, or is incomplete. Request a new one.',
    status: 404,
  })

interface Resetting {
  user_id: number
  first_name: string
  last_name: string
  email: string
}

export async function findReset({ pool }: AuthContext, token: unknown): Promise<Resetting> {
  const { rows } = isToken(token)
    ? await pool.query<Resetting>(selectReset({ tokenHash: hashOf(token) }))
    : { rows: [] }
  if (!rows[0]) throw spent()
  return rows[0]
}

/** Refuses a guessable password; `about` contains words that others know about the member. */
export async function requireGoodPassword(password: string, about: readonly string[], field = 'password') {
  // The lists of leaked passwords are large, and most processes never need them.
  const { strengthOf } = await import('#shared/password-strength.ts')
  const message = strengthOf(password, about).problem
  if (message) throw problem('accounts.password_weak', { message, field, status: 400 })
}

/** Sets the password, ends every session, and signs the member in, unless two-step sign-in requires a code. */
export async function resetPassword(
  tools: AuthContext,
  request: FastifyRequest,
  { token, password }: { token: string; password: string },
) {
  const { user_id: userId, ...about } = await findReset(tools, token)
  await requireGoodPassword(password, Object.values(about))
  const hash = await newHash(tools, password)
  const entered = await transaction(tools.pool, tools.bus, async (tx) => {
    const { rowCount } = await tx.query(useReset({ tokenHash: hashOf(token) }))
    if (rowCount === 0) throw spent()
    await tx.query(keepPassword({ userId, password: hash }))
    await revokeSessions(tx, { userId, from: request, by: 'password.reset' })
    await tx.query(endOtherWays({ userId }))
    // The link was emailed, so the address is verified.
    await tx.query(markVerified({ userId }))
    await alert(tools, tx, request, { userId, what: 'password' })
    const { rows } = await tx.query<{ on: boolean }>(hasTwoSteps({ userId }))
    return rows[0]!.on ? undefined : startSession(tools, tx, request, { userId, keepSignedIn: true })
  })
  tools.sessions.forget(userId)
  return { userId, entered }
}

interface PasswordArgs {
  old_password: string
  new_password: string
  confirm_new_password: string
}

/**
 * A refused mutation is a normal response. With its HTTP status, too many attempts would redirect to the sign-in page.
 */
const asAnswer = (asked: Promise<void>) =>
  asked.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    throw problem(error.code, { message: error.message, field: error.field ?? 'old_password' })
  })

/** Changes the password if the old one is right, and ends every other session. Resolves to the member's id. */
export async function updatePassword(tools: AuthContext, { viewer, args }: Call<PasswordArgs>): Promise<number> {
  const { old_password, new_password, confirm_new_password } = args
  const refuse = (reason: string, field: string, message: string) => problem(`accounts.${reason}`, { message, field })
  if (old_password === '') throw refuse('password_missing', 'old_password', 'Enter your current password.')
  if (new_password === '') throw refuse('password_missing', 'new_password', 'Enter a new password.')
  if (confirm_new_password === '')
    throw refuse('password_missing', 'confirm_new_password', 'Enter the new password again.')
  if (new_password !== confirm_new_password)
    throw refuse('password_differs', 'confirm_new_password', 'The passwords don’t match. Enter the new password again.')
  await asAnswer(requirePassword(tools, viewer.id, old_password, 'old_password'))
  if (new_password === old_password)
    throw refuse('password_same', 'new_password', 'This is your current password. Choose a different one.')
  const about = [viewer.first_name, viewer.last_name, viewer.email]
  await asAnswer(requireGoodPassword(new_password, about, 'new_password'))
  const hash = await newHash(tools, new_password)
  await transaction(tools.pool, tools.bus, async (tx) => {
    await tx.query(keepPassword({ userId: viewer.id, password: hash }))
    const from = await fromSession(tx.query, viewer)
    await revokeSessions(tx, { userId: viewer.id, except: viewer.session_id, from, by: 'password.changed' })
    await tx.query(endOtherWays({ userId: viewer.id }))
    await alert(tools, tx, from, { userId: viewer.id, what: 'password' })
  })
  tools.sessions.forget(viewer.id)
  return viewer.id
}
