/**
 * What staff do to an account on its member's request, without their password: each runs in the transaction of the
 * caller, who asks for the permission and records it.
 */
import { EMAIL_LENGTH } from '#shared/accounts.ts'
import { CONFIRM_HOURS, DELETION_DAYS } from '#shared/settings.ts'
import { ROUTES } from '#shared/routes.ts'
import { z } from 'zod'
import type { EmailContext } from '#server/platform/app-context.ts'
import { recordSecurityEvent } from '#server/platform/audit/security-events.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { problem } from '#server/platform/problems.ts'
import { personOf } from '#server/features/accounts/auth/security-alerts.ts'
import {
  leavingLetter,
  newAddressByStaffLetter,
  oldAddressByStaffLetter,
} from '#server/features/accounts/auth/settings-emails.ts'
import { hashOf, newToken } from '#server/features/accounts/auth/tokens.ts'
import { askNewMailbox } from '#server/features/accounts/personal-data/emails.actions.ts'
import {
  endWaitingChanges,
  insertEmailChange,
  lockAddresses,
} from '#server/features/accounts/personal-data/emails.sql.ts'
import {
  cancelDeletionRequest,
  insertDeletion,
  insertExport,
} from '#server/features/accounts/personal-data/own-data.sql.ts'
import { mergeAccounts } from '#server/features/accounts/personal-data/merge.ts'
import { vouchForOldAddress } from './on-behalf.sql.ts'

const canSignIn = ({ suspended, current_state }: { suspended: boolean; current_state: string }) =>
  !suspended && current_state !== 'not joined'

/**
 * The new address must confirm, because a mistyped one would lock the member out or let someone else in. The old one
 * cannot be asked, because it may be lost; it is told at once, and can undo the change for three days.
 */
async function changeEmail(letterhead: EmailContext, tx: Transaction, userId: number, asked: string) {
  const email = asked.trim().toLowerCase()
  if (email.length > EMAIL_LENGTH || !z.email().safeParse(email).success)
    throw problem('accounts.email', {
      message: 'That isn’t a valid email address. Enter one like name@company.com.',
      field: 'email',
    })
  const { rows } = await tx.query<{ email: string }>(lockAddresses({ userId }))
  const old = rows[0]!.email
  const person = (await personOf(tx.query, userId))!
  if (!canSignIn(person))
    throw problem('accounts.email', {
      message: 'This account can’t sign in, so no one could confirm the new address.',
      field: 'email',
    })
  if (email === old.toLowerCase())
    throw problem('accounts.email', { message: 'This is already the address of the account.', field: 'email' })
  await tx.query(endWaitingChanges({ userId, kind: 'primary' }))
  const token = newToken()
  const base = {
    userId,
    kind: 'primary',
    email,
    refusal: null,
    confirmedBy: old,
    oldEmail: null,
    undoHash: null,
  } as const
  const made = await tx.query<{ id: number }>(
    insertEmailChange({ ...base, oldHash: null, newHash: hashOf(token), hours: CONFIRM_HOURS }),
  )
  await tx.query(vouchForOldAddress({ id: made.rows[0]!.id }))
  const letter = oldAddressByStaffLetter(person, letterhead.supportEmail(person.theme), email)
  await queueMail(tx, { to: old, kind: 'email-wanted', letter })
  await askNewMailbox(letterhead, tx, {
    viewerId: userId,
    kind: 'primary',
    email,
    token,
    letterOf: newAddressByStaffLetter,
  })
}

async function requestDeletion(letterhead: EmailContext, tx: Transaction, userId: number): Promise<Date> {
  const { rows } = await tx.query<{ due_at: Date }>(insertDeletion({ userId, days: DELETION_DAYS }))
  const due = rows[0]?.due_at
  if (!due) throw problem('accounts.leaving_already', { message: 'The deletion was already requested.', field: 'id' })
  const person = (await personOf(tx.query, userId))!
  if (person.current_state !== 'not joined') {
    const url = `${letterhead.publicUrl}${ROUTES.profileSettings}#own-data`
    const letter = leavingLetter(person, letterhead.supportEmail(person.theme), { due, url, isByStaff: true })
    await queueMail(tx, { to: person.email, kind: 'leaving', letter })
  }
  return due
}

async function cancelDeletion(tx: Transaction, userId: number) {
  const { rowCount } = await tx.query(cancelDeletionRequest({ userId }))
  if (rowCount === 0)
    throw problem('accounts.not_leaving', { message: 'There’s no deletion request to cancel.', field: 'id' })
}

/** The link goes to the member, who signs in to open it; staff do not get the copy. */
async function requestExport(tx: Transaction, userId: number) {
  const person = (await personOf(tx.query, userId))!
  if (!canSignIn(person))
    throw problem('accounts.export_unreachable', {
      message: 'The copy is opened after signing in, and this account can’t sign in.',
      field: 'id',
    })
  const { rows } = await tx.query<{ id: number }>(insertExport({ userId }))
  if (!rows[0]) throw problem('accounts.export_waiting', { message: 'A copy is already being prepared.', field: 'id' })
  await recordSecurityEvent(tx, { kind: 'data.exported', userId, facts: { by: 'staff' } })
  await tx.enqueue('accounts:export', { id: rows[0].id })
}

export const onBehalf = { changeEmail, requestDeletion, cancelDeletion, requestExport, mergeAccounts }
