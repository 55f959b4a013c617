/** Passwords: forgotten, chosen anew by a link, changed by whoever knows the old one. */
import type { FastifyRequest } from 'fastify'
import { RESET_HOURS } from '#shared/accounts.ts'
import { ROUTES } from '#shared/routes.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { Problem, problem } from '#server/platform/problems.ts'
import { endOtherSessions, endSessions, keepPassword } from './accounts.sql.ts'
import { alert, fromSession, personOf } from './alerts.ts'
import { enter, newHash, type DoorTools } from './doors.ts'
import { resetLetter } from './letters.ts'
import {
  endOtherWays,
  hasTwoSteps,
  insertReset,
  markVerified,
  selectForgetful,
  selectReset,
  useReset,
} from './passwords.sql.ts'
import { hashOf, isToken, newToken } from './tokens.ts'
import { requirePassword } from './two-step.actions.ts'

export interface Letterhead {
  publicUrl: string
  supportEmail: (theme: string | null) => string
}

/**
 * The request only enqueues this, for every address alike: whether anybody has it is looked up here, where nobody
 * waits for the answer.
 */
export const sendReset = (
  { pool, bus }: JobTools,
  { email }: { email: string },
  { publicUrl, supportEmail }: Letterhead,
) =>
  transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ id: number }>({ ...selectForgetful, values: [email] })
    const person = rows[0] && (await personOf(tx.query, rows[0].id))
    if (!person) return
    const token = newToken()
    await tx.query({ ...insertReset, values: [person.id, hashOf(token), RESET_HOURS] })
    const letter = resetLetter(person, supportEmail(person.theme), `${publicUrl}${ROUTES.resetPassword}/${token}`)
    await queueMail(tx, { to: person.email, kind: 'password-reset', letter })
  })

const spent = () =>
  problem('accounts.reset_invalid', {
    message: 'This link was used already, is too old or is not complete. Ask for a new one.',
    status: 404,
  })

interface Resetting {
  user_id: number
  first_name: string
  last_name: string
  email: string
}

export async function findReset({ pool }: DoorTools, token: unknown): Promise<Resetting> {
  const { rows } = isToken(token)
    ? await pool.query<Resetting>({ ...selectReset, values: [hashOf(token)] })
    : { rows: [] }
  if (!rows[0]) throw spent()
  return rows[0]
}

/** Refuses a password that would be guessed; `about` are words that others know of the member. */
export async function requireGoodPassword(password: string, about: readonly string[], field = 'password') {
  // The lists of stolen passwords are large, and most processes never need them.
  const { strengthOf } = await import('#shared/password-strength.ts')
  const message = strengthOf(password, about).problem
  if (message) throw problem('accounts.password_weak', { message, field, status: 400 })
}

/** Sets the password, ends every session, and lets the member in, unless their authenticator still has to be asked. */
export async function resetPassword(
  tools: DoorTools,
  request: FastifyRequest,
  { token, password }: { token: string; password: string },
) {
  const { user_id: userId, ...about } = await findReset(tools, token)
  await requireGoodPassword(password, Object.values(about))
  const hash = await newHash(tools, password)
  const entered = await transaction(tools.pool, tools.bus, async (tx) => {
    const { rowCount } = await tx.query({ ...useReset, values: [hashOf(token)] })
    if (rowCount === 0) throw spent()
    await tx.query({ ...keepPassword, values: [userId, hash] })
    await tx.query({ ...endSessions, values: [userId] })
    await tx.query({ ...endOtherWays, values: [userId] })
    // The link came by mail, so the address is theirs.
    await tx.query({ ...markVerified, values: [userId] })
    await alert(tools, tx, request, { userId, what: 'password' })
    const { rows } = await tx.query<{ on: boolean }>({ ...hasTwoSteps, values: [userId] })
    return rows[0]!.on ? undefined : enter(tools, tx, request, { userId, keepSignedIn: true })
  })
  tools.sessions.forget(userId)
  return { userId, entered }
}

interface PasswordArgs {
  old_password: string
  new_password: string
  confirm_new_password: string
}

/** A refused operation is an answer. As a status, too many tries would lead to the sign-in page. */
const asAnswer = (asked: Promise<void>) =>
  asked.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    throw problem(error.code, { message: error.message, field: error.field ?? 'old_password' })
  })

/** Changes the password of whoever knows the old one, and ends every other session. Resolves to the id of the member. */
export async function updatePassword(tools: DoorTools, { viewer, args }: Call<PasswordArgs>): Promise<number> {
  const { old_password, new_password, confirm_new_password } = args
  const refuse = (reason: string, field: string, message: string) => problem(`accounts.${reason}`, { message, field })
  if (old_password === '') throw refuse('password_missing', 'old_password', 'Enter your present password.')
  if (new_password === '') throw refuse('password_missing', 'new_password', 'Enter a new password.')
  if (confirm_new_password === '')
    throw refuse('password_missing', 'confirm_new_password', 'Enter the new password once more.')
  if (new_password !== confirm_new_password)
    throw refuse('password_differs', 'confirm_new_password', 'This differs from the new password. Enter it once more.')
  await asAnswer(requirePassword(tools, viewer.id, old_password, 'old_password'))
  if (new_password === old_password)
    throw refuse('password_same', 'new_password', 'This is your present password. Choose another one.')
  const about = [viewer.first_name, viewer.last_name, viewer.email]
  await asAnswer(requireGoodPassword(new_password, about, 'new_password'))
  const hash = await newHash(tools, new_password)
  await transaction(tools.pool, tools.bus, async (tx) => {
    await tx.query({ ...keepPassword, values: [viewer.id, hash] })
    await tx.query({ ...endOtherSessions, values: [viewer.id, viewer.session_id] })
    await tx.query({ ...endOtherWays, values: [viewer.id] })
    await alert(tools, tx, await fromSession(tx.query, viewer), { userId: viewer.id, what: 'password' })
  })
  tools.sessions.forget(viewer.id)
  return viewer.id
}
