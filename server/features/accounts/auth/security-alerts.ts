/** Security alerts by email, enqueued in the transaction of the change they report. */
import { ROUTES } from '#shared/routes.ts'
import { deviceName } from '#shared/devices.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import { selectPerson, selectSessionPlace } from './accounts.sql.ts'
import { userAgentOf, type AuthContext, type From } from './auth-context.ts'
import { alertEmail, type Alert, type Reader } from './account-emails.ts'

export interface Person extends Reader {
  id: number
  last_name: string
  email: string
  current_state: string
  suspended: boolean
  time_zone: string
}

export async function personOf(query: Transaction['query'], userId: number): Promise<Person | undefined> {
  const { rows } = await query<Person>(selectPerson({ userId }))
  return rows[0]
}

export async function alert(
  { supportEmail, publicUrl }: Pick<AuthContext, 'supportEmail' | 'publicUrl'>,
  tx: Transaction,
  from: From,
  { userId, what }: { userId: number; what: Alert['what'] },
): Promise<void> {
  const person = await personOf(tx.query, userId)
  if (!person) return
  const letter = alertEmail(person, supportEmail(person.theme), {
    what,
    device: deviceName(userAgentOf(from)),
    ip: from.ip,
    at: new Date(),
    url: `${publicUrl}${ROUTES.forgotPassword}`,
    time_zone: person.time_zone,
  })
  await queueMail(tx, { to: person.email, kind: `alert-${what.replaceAll('_', '-')}`, letter })
}

/** The device and IP address of a session, for alerts about a GraphQL mutation. */
export async function fromSession(query: Transaction['query'], { session_id }: Session): Promise<From> {
  const { rows } = await query<{ user_agent: string | null; ip_address: string | null }>(
    selectSessionPlace({ sessionId: session_id }),
  )
  return { headers: { 'user-agent': rows[0]?.user_agent ?? '' }, ip: rows[0]?.ip_address ?? '' }
}
