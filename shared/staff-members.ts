/** What staff do with a member's account: limits, texts and rules, shared by server and browser. */

export const SUSPENSION_REASON_LENGTH = 500
/** The latest possible end date. Without a date, a suspension lasts until staff restore the account. */
export const SUSPENSION_YEARS = 5
export const STAFF_MEMBERS_PAGE = 50

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
