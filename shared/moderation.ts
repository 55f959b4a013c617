/** Limits and words of moderation and reports, used by server and browser alike. */

export const QUEUE_PAGE = 50
/** So that what somebody opened and left does not stay theirs. */
export const CLAIM_MINUTES = 10
export const REASON_LENGTH = { min: 3, max: 500 }
export const REPORT_DETAILS_LENGTH = 2000
/** As many as a bulk act takes at once. */
export const BULK_ITEMS = 50

export const REVIEWED_TYPES = ['thread', 'message'] as const
export type ReviewedType = (typeof REVIEWED_TYPES)[number]

export const REVIEW_ACTS = ['approve', 'reject', 'remove'] as const
export type ReviewAct = (typeof REVIEW_ACTS)[number]

/** What an act has made of a post: the word of the audit trail. */
export const DECISION_OF: Record<ReviewAct, string> = { approve: 'approved', reject: 'rejected', remove: 'removed' }

export const REPORT_TYPES = ['thread', 'message', 'member'] as const
export type ReportType = (typeof REPORT_TYPES)[number]

export const REPORT_REASONS = [
  'confidential',
  'solicitation',
  'conduct',
  'wrong_place',
  'own_removal',
  'other',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]
export const REPORT_REASON_WORDS: Record<ReportReason, string> = {
  confidential: 'It reveals something confidential',
  solicitation: 'It sells or advertises',
  conduct: 'It is disrespectful or harassing',
  wrong_place: 'It does not belong in this network',
  own_removal: 'I wrote it and ask for its removal',
  other: 'Something else',
}

/** What the server would refuse about a reason, as a sentence; null when it will do. */
export function reasonProblem(reason: string): string | null {
  const { length } = reason.trim()
  if (length < REASON_LENGTH.min) return 'Say why, in a few words: the author will read it.'
  if (length > REASON_LENGTH.max)
    return `The reason has ${length} characters; at most ${REASON_LENGTH.max} fit. Shorten it.`
  return null
}

/** What the server would refuse about the details of a report, as a sentence; null when they will do. */
export function detailsProblem(details: string): string | null {
  const { length } = details.trim()
  if (length === 0) return 'Say what is wrong, in a sentence or two.'
  if (length > REPORT_DETAILS_LENGTH)
    return `The details have ${length.toLocaleString('en-US')} characters; at most ${REPORT_DETAILS_LENGTH.toLocaleString('en-US')} fit. Shorten them.`
  return null
}
