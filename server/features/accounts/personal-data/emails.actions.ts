/**
 * Email address changes. Someone who finds an unlocked screen must not be able to take over the account, so a change
 * takes effect only after both mailboxes have confirmed it, and the previous one can undo it for three days.
 */
import { EMAIL_LENGTH } from '#shared/accounts.ts'
import { ROUTES } from '#shared/routes.ts'
import { CONFIRM_HOURS, EMAIL_CHANGES_A_DAY, UNDO_HOURS } from '#shared/settings.ts'
import { z } from 'zod'
import type { EmailContext } from '#server/platform/app-context.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { problem } from '#server/platform/problems.ts'
import { personOf } from '#server/features/accounts/auth/security-alerts.ts'
import { revokeSessions, type AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import {
  confirmEmailChange,
  countEmailChanges,
  endEmailChange,
  endWaitingChanges,
  finishEmailChange,
  insertEmailChange,
  lockAddresses,
  selectEmailLink,
  selectOwner,
  setPrimaryEmail,
  setSecondaryEmail,
  undoEmailChange,
  undoLaterChanges,
} from './emails.sql.ts'
import { endOtherWays } from '#server/features/accounts/sign-in/passwords.sql.ts'
import {
  changedAddressLetter,
  heldAddressLetter,
  newAddressLetter,
  wantedAddressLetter,
} from '#server/features/accounts/auth/settings-emails.ts'
import { hashOf, isToken, newToken } from '#server/features/accounts/auth/tokens.ts'

type Kind = 'primary' | 'secondary'
interface Addresses {
  email: string
  secondary_email: string | null
}

/** Resolves to the id of the change, even of a refused one: its result states the reason. */
export async function changeEmail(tools: AuthContext, { viewer, args }: Call<{ email: string }>, kind: Kind) {
  const email = args.email.trim().toLowerCase().slice(0, 320)
  return transaction(tools.pool, tools.bus, async (tx) => {
    const { rows } = await tx.query<Addresses>(lockAddresses({ userId: viewer.id }))
    const now = rows[0]!
    const refusal = await refusalOf(tx, { userId: viewer.id, email, kind, now })
    const base = { ...UNSET, userId: viewer.id, kind, email, refusal, confirmedBy: now.email }
    if (refusal) return insert(tx, base)
    await tx.query(endWaitingChanges({ userId: viewer.id, kind }))
    if (email === '') return removeSecond(tools, tx, { ...base, now })
    const [old, fresh] = [newToken(), newToken()]
    const id = await insert(tx, { ...base, oldHash: hashOf(old), newHash: hashOf(fresh), hours: CONFIRM_HOURS })
    const person = (await personOf(tx.query, viewer.id))!
    const support = tools.supportEmail(person.theme)
    await queueMail(tx, {
      to: now.email,
      kind: 'email-wanted',
      letter: wantedAddressLetter(person, support, { kind, email, url: linkOf(tools, old) }),
    })
    await askNewMailbox(tools, tx, { viewerId: viewer.id, kind, email, token: fresh })
    return id
  })
}

interface Asked {
  viewerId: number
  kind: Kind
  email: string
  token: string
  letterOf?: typeof newAddressLetter
}
/**
 * An address that belongs to an account gets no link, so the change never happens; its owner is informed. The
 * requesting member sees the usual response: it must not reveal who is a member.
 */
export async function askNewMailbox(tools: EmailContext, tx: Transaction, asked: Asked) {
  const { viewerId, kind, email, token, letterOf = newAddressLetter } = asked
  const { rows } = await tx.query<{ id: number }>(selectOwner({ userId: viewerId, email, hours: UNDO_HOURS }))
  const reader = (await personOf(tx.query, rows[0]?.id ?? viewerId))!
  const support = tools.supportEmail(reader.theme)
  const letter = rows[0]
    ? heldAddressLetter(reader, support)
    : letterOf(reader, support, { kind, email, url: linkOf(tools, token) })
  await queueMail(tx, { to: email, kind: rows[0] ? 'email-held' : 'email-new', letter })
}

const linkOf = ({ publicUrl }: EmailContext, token: string) => `${publicUrl}${ROUTES.confirmEmail}?token=${token}`

type EmailChange = Parameters<typeof insertEmailChange>[0] & { userId: number }
/** What only some changes have. */
const UNSET = { oldEmail: null, oldHash: null, newHash: null, hours: 0, undoHash: null }

async function insert(tx: Transaction, change: Parameters<typeof insertEmailChange>[0]): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(insertEmailChange(change))
  return rows[0]!.id
}

async function refusalOf(
  tx: Transaction,
  { userId, email, kind, now }: { userId: number; email: string; kind: Kind; now: Addresses },
): Promise<string | undefined> {
  if (email === '' && kind === 'primary') return 'Enter an email address.'
  if (email === '') return now.secondary_email ? undefined : 'You don’t have a secondary email address to remove.'
  if (email.length > EMAIL_LENGTH || !z.email().safeParse(email).success)
    return 'That isn’t a valid email address. Enter one like name@company.com.'
  if (email === now.email.toLowerCase()) return 'You already sign in with this address.'
  if (kind === 'secondary' && email === now.secondary_email?.toLowerCase())
    return 'This is already your secondary email address.'
  const { rows: counted } = await tx.query<{ today: number }>(countEmailChanges({ userId }))
  if (counted[0]!.today >= EMAIL_CHANGES_A_DAY)
    return `You’ve tried ${EMAIL_CHANGES_A_DAY} addresses in the past day. Try again tomorrow.`
  return undefined
}

/** Removing an address needs no confirmation, but can be undone too. */
async function removeSecond(
  tools: AuthContext,
  tx: Transaction,
  { now, ...change }: EmailChange & { now: Addresses },
): Promise<number> {
  const { userId } = change
  const undo = newToken()
  const id = await insert(tx, { ...change, oldEmail: now.secondary_email, undoHash: hashOf(undo) })
  await tx.query(setSecondaryEmail({ userId, email: null }))
  await tell(tools, tx, { userId, kind: 'secondary', email: null, to: now.email, undo })
  return id
}

interface NotificationContent {
  userId: number
  kind: Kind
  email: string | null
  to: string
  undo: string
}
async function tell(tools: AuthContext, tx: Transaction, { userId, kind, email, to, undo }: NotificationContent) {
  const person = (await personOf(tx.query, userId))!
  const letter = changedAddressLetter(person, tools.supportEmail(person.theme), {
    kind,
    email,
    url: linkOf(tools, undo),
  })
  await queueMail(tx, { to, kind: 'email-changed', letter })
}

/** Resolves to the member's id. */
export async function cancelEmailChange(tools: AuthContext, { viewer, args }: Call<{ id: number }>): Promise<number> {
  await tools.pool.query(endEmailChange({ userId: viewer.id, id: args.id }))
  return viewer.id
}

const over = () =>
  problem('accounts.email_link_over', {
    message: 'This link was already used, has expired, or is incomplete.',
    status: 404,
  })

export interface EmailLink {
  act: 'confirm' | 'undo'
  kind: Kind
  email: string
  old_email: string | null
}

/** What a link would do, for the page that asks before doing it. */
export async function findEmailLink({ pool }: AuthContext, token: unknown): Promise<EmailLink> {
  const { rows } = isToken(token)
    ? await pool.query<EmailLink>(selectEmailLink({ tokenHash: hashOf(token), hours: UNDO_HOURS }))
    : { rows: [] }
  if (!rows[0]) throw over()
  return rows[0]
}

/** Confirms or undoes, depending on the link. `done` is false until the other address has confirmed too. */
export async function followEmailLink(tools: AuthContext, token: string): Promise<{ act: string; done: boolean }> {
  const { act } = await findEmailLink(tools, token)
  const done = await (act === 'undo' ? undo(tools, token) : confirm(tools, token)).catch((error: { code?: string }) => {
    if (error.code !== '23505') throw error
    throw problem('accounts.address_taken', {
      message: 'This address now belongs to another account. Contact support.',
      status: 409,
    })
  })
  return { act, done }
}

interface Changing {
  id: number
  user_id: number
  kind: Kind
  email: string
  confirmed_by: string
  both: boolean
}

async function confirm(tools: AuthContext, token: string): Promise<boolean> {
  const userId = await transaction(tools.pool, tools.bus, async (tx) => {
    const { rows } = await tx.query<Changing>(confirmEmailChange({ tokenHash: hashOf(token) }))
    const change = rows[0]
    if (!change) throw over()
    if (!change.both) return undefined
    const { rows: held } = await tx.query<Addresses>(lockAddresses({ userId: change.user_id }))
    const { user_id, kind, email, confirmed_by } = change
    const before = kind === 'primary' ? held[0]!.email : held[0]!.secondary_email
    const way = newToken()
    await tx.query(finishEmailChange({ id: change.id, undoHash: hashOf(way), oldEmail: before }))
    await tx.query((kind === 'primary' ? setPrimaryEmail : setSecondaryEmail)({ userId: user_id, email }))
    // Links in the previous mailbox become invalid.
    if (kind === 'primary') await tx.query(endOtherWays({ userId: user_id }))
    await tell(tools, tx, { userId: user_id, kind, email, to: confirmed_by, undo: way })
    return user_id
  })
  if (userId !== undefined) tools.sessions.forget(userId)
  return userId !== undefined
}

/** The person who made the change may still be signed in, and may know the password. */
async function undo(tools: AuthContext, token: string): Promise<boolean> {
  const userId = await transaction(tools.pool, tools.bus, async (tx) => {
    const { rows } = await tx.query<Changing & { old_email: string | null }>(
      undoEmailChange({ tokenHash: hashOf(token), hours: UNDO_HOURS }),
    )
    const change = rows[0]
    if (!change) throw over()
    const { id, user_id, kind, old_email, confirmed_by } = change
    await tx.query(undoLaterChanges({ userId: user_id, id }))
    await tx.query((kind === 'primary' ? setPrimaryEmail : setSecondaryEmail)({ userId: user_id, email: old_email }))
    await revokeSessions(tx, { userId: user_id, by: 'email.taken_back' })
    await tx.query(endOtherWays({ userId: user_id }))
    await tx.enqueue('accounts:forgot-password', { email: kind === 'primary' ? old_email : confirmed_by })
    return user_id
  })
  tools.sessions.forget(userId)
  return true
}
