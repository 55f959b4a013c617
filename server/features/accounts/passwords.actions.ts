/** Passwords: forgotten, chosen anew by a link, changed by whoever knows the old one. */
import type { FastifyRequest } from 'fastify'
import { passwordProblem, RESET_HOURS } from '#shared/accounts.ts'
import { ROUTES } from '#shared/routes.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { problem } from '#server/platform/problems.ts'
import { endSessions, keepPassword } from './accounts.sql.ts'
import { alert, personOf } from './alerts.ts'
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
export function requireGoodPassword(password: string, about: readonly string[], field = 'password') {
  const message = passwordProblem(password, about)
  if (message) throw problem('accounts.password_weak', { message, field, status: 400 })
}

/** Sets the password, ends every session, and lets the member in, unless their authenticator still has to be asked. */
export async function resetPassword(
  tools: DoorTools,
  request: FastifyRequest,
  { token, password }: { token: string; password: string },
) {
  const { user_id: userId, ...about } = await findReset(tools, token)
  requireGoodPassword(password, Object.values(about))
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
