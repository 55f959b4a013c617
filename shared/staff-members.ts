/** What staff do with a member's account: limits, texts and rules, shared by server and browser. */

export const SUSPENSION_REASON_LENGTH = 500
/** The latest possible end date. Without a date, a suspension lasts until staff restore the account. */
export const SUSPENSION_YEARS = 5
/** In one call. */
export const SUSPENDED_TOGETHER = 100
/** One person suspends this many in a day, with the choice of several; more need a second person. */
export const SUSPENDED_ALONE = 10
/** How long a list of members can be downloaded. */
export const MEMBER_EXPORT_HOURS = 24
export const MEMBER_EXPORT_FILES = '/api/staff/member-exports'
export const STAFF_MEMBERS_PAGE = 50
export const ACCOUNT_EVENTS_PAGE = 25
export const STAFF_NOTE_LENGTH = 2_000
/** Words of a search that are compared; more are ignored. */
export const SEARCHED_WORDS = 5

/** What an account is shown as to staff, in the order of a membership. */
export const ACCOUNT_STATES = {
  not_joined: 'Not joined',
  onboarding: 'Onboarding',
  trial: 'On trial',
  full_access: 'Full access',
  expired: 'Expired',
  suspended: 'Suspended',
  former: 'Former member',
} as const

/** Emails about an account, with their names for staff; alerts have kinds that begin with "alert-". */
export const ACCOUNT_EMAILS = {
  invitation: 'Invitation',
  trial: 'Invitation to a trial',
  'has-account': 'Reminder of an existing account',
  'sign-in-code': 'Sign-in code',
  'password-reset': 'Link to reset the password',
  'email-wanted': 'Confirmation of an address change',
  'email-new': 'Confirmation of a new address',
  'email-held': 'Notice that an address is in use',
  'email-changed': 'Notice of a changed address',
  'data-export': 'Link to a copy of the data',
  leaving: 'Notice of a requested deletion',
  left: 'Notice of a deleted account',
  suspended: 'Notice of a suspension',
  restored: 'Notice of a restored account',
  'signed-out': 'Notice of ended sessions',
  'networks-changed': 'Notice of changed networks',
  'membership-ended': 'Notice of an ended membership',
  'dates-changed': 'Notice of changed dates',
  'erasure-canceled': 'Notice of a canceled deletion',
  merged: 'Notice of merged accounts',
  'viewed-as': 'Notice that staff viewed the community as the member',
  'membership-renewal': 'Renewal reminder',
  'membership-receipt': 'Receipt',
  'membership-unpaid': 'Notice of a failed payment',
  'membership-cancelled': 'Notice of a canceled membership',
} as const

/** What is wrong with a note, in one sentence with its field. */
export function noteProblem(body: string): { field: 'body'; message: string } | undefined {
  const { length } = [...body.trim()]
  if (length === 0) return { field: 'body', message: 'Write a note.' }
  return length > STAFF_NOTE_LENGTH
    ? { field: 'body', message: `The note is ${length} characters long. The limit is ${STAFF_NOTE_LENGTH}.` }
    : undefined
}

export interface Suspending {
  reason: string
  /** Null: until staff restore the account. */
  until: Date | null
}

/** What is wrong with a suspension, in one sentence with its field. */
export function suspensionProblem(
  { reason, until }: Suspending,
  now: Date = new Date(),
): { field: 'reason' | 'until'; message: string } | undefined {
  const { length } = [...reason.trim()]
  if (length === 0) return { field: 'reason', message: 'Enter a reason. The member will see it in an email.' }
  if (length > SUSPENSION_REASON_LENGTH)
    return {
      field: 'reason',
      message: `The reason is ${length} characters long. The limit is ${SUSPENSION_REASON_LENGTH}.`,
    }
  if (until === null) return undefined
  if (Number.isNaN(until.getTime()) || until <= now) return { field: 'until', message: 'Choose a date in the future.' }
  const latest = new Date(now)
  latest.setFullYear(latest.getFullYear() + SUSPENSION_YEARS)
  return until > latest
    ? { field: 'until', message: `Choose a date within ${SUSPENSION_YEARS} years, or suspend with no end date.` }
    : undefined
}

/** Dates of a membership that staff set lie within so many years. */
export const MEMBERSHIP_DATE_YEARS = 10

/** What is wrong with a member's networks, in one sentence with its field. */
export function networksProblem(
  network_ids: readonly number[],
  primary_network_id: number | null,
): { field: 'network_ids' | 'primary_network_id'; message: string } | undefined {
  if (network_ids.length === 0)
    return {
      field: 'network_ids',
      message:
        'A member belongs to at least one network. To end the membership, change its dates or delete the account.',
    }
  return primary_network_id === null || !network_ids.includes(primary_network_id)
    ? { field: 'primary_network_id', message: 'Choose one of the member’s networks as the primary one.' }
    : undefined
}

/** What is wrong with the date until which something lasts. */
export function membershipDateProblem(date: Date | null, now: Date = new Date()): string | undefined {
  if (date === null) return undefined
  if (Number.isNaN(date.getTime())) return 'Enter a date.'
  const years = Math.abs(date.getFullYear() - now.getFullYear())
  return years > MEMBERSHIP_DATE_YEARS ? `Choose a date within ${MEMBERSHIP_DATE_YEARS} years.` : undefined
}
