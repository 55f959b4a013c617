/** The timeline of an account in words. */
import { moneyOf } from '#shared/membership.ts'
import { longDate } from '#shared/kit/dates.ts'
import { ACCOUNT_EMAILS } from '#shared/staff-members.ts'
import type { AccountEvent } from './staff-members.queries.ts'

type Facts = Record<string, unknown>

export interface EventWords {
  title: string
  /** Who, why, what exactly. */
  details?: string
  isBad?: boolean
}

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const STATES: Record<string, string> = {
  queued: 'Not sent yet',
  sent: 'Delivered to the mail server',
  failed: 'Failed',
}

const mailName = (kind: string) =>
  (ACCOUNT_EMAILS as Record<string, string>)[kind] ??
  `Security alert: ${kind.replace('alert-', '').replaceAll('-', ' ')}`

/** "Member networks changed" for `member.networks_changed`. */
const actName = (act: string) => {
  const words = act.replace('member.', '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
const listed = (facts: unknown) =>
  Object.entries((facts ?? {}) as Facts)
    .map(
      ([name, value]) => `${name.replaceAll('_', ' ')}: ${Array.isArray(value) ? value.join(', ') : (value ?? 'none')}`,
    )
    .join('; ')

const WORDS: Record<string, (facts: Facts, zone: string) => EventWords> = {
  joined: () => ({ title: 'Joined' }),
  invited: ({ network, state }) => ({ title: `Invited to ${text(network)}`, details: `Invitation ${text(state)}` }),
  suspended: ({ reason, until }, zone) => ({
    title: until ? `Suspended until ${longDate(text(until), zone)}` : 'Suspended with no end date',
    details: text(reason),
    isBad: true,
  }),
  restored: () => ({ title: 'Restored' }),
  staff_act: ({ act, before, after }) => {
    const changes = [listed(before) && `before ${listed(before)}`, listed(after) && `after ${listed(after)}`]
    return { title: actName(text(act)), details: changes.filter(Boolean).join(', ') }
  },
  email_changed: ({ kind, undone_at }) => ({
    title: kind === 'primary' ? 'Changed the email address' : 'Changed the secondary email address',
    ...(undone_at ? { details: 'Undone by its owner' } : {}),
  }),
  deletion_requested: ({ due_at }, zone) => ({
    title: 'Deletion of the account requested',
    details: `Due ${longDate(text(due_at), zone)}`,
    isBad: true,
  }),
  deletion_canceled: () => ({ title: 'Deletion canceled' }),
  deleted: () => ({ title: 'Account deleted' }),
  export_requested: () => ({ title: 'Copy of the data requested' }),
  new_device: () => ({ title: 'Signed in from a new device' }),
  'sign_in.locked': ({ device }) => ({
    title: 'Sign-in slowed down after failed attempts',
    details: text(device),
    isBad: true,
  }),
  'session.revoked': ({ device, facts }) => ({
    title: (facts as Facts)['sessions'] === 1 ? 'Session ended' : 'Sessions ended',
    details: text(device),
  }),
  invoice_issued: ({ number, amount, state }) => ({
    title: `Invoice of ${moneyOf(Number(amount))} issued`,
    details: `Invoice ${text(number)}, ${text(state)}`,
  }),
  invoice_paid: ({ number, amount }) => ({
    title: `Payment of ${moneyOf(Number(amount))} received`,
    details: `Invoice ${text(number)}`,
  }),
  email: ({ kind, state }) => ({
    title: mailName(text(kind)),
    details: STATES[text(state)] ?? '',
    isBad: state === 'failed',
  }),
}

export function wordsOf({ kind, facts }: AccountEvent, zone: string): EventWords {
  return WORDS[kind]?.(facts as Facts, zone) ?? { title: kind }
}
