/** Limits and texts of moderation and reports, shared by server and browser. */

export const QUEUE_PAGE = 50
/** A claim expires, so that an item that someone opened and left does not stay theirs. */
export const CLAIM_MINUTES = 10
export const REASON_LENGTH = { min: 3, max: 500 }
export const TEMPLATE_NAME_LENGTH = 80
/** In all. */
export const ANSWER_TEMPLATES = 100
export const REPORT_DETAILS_LENGTH = 2000
/** The maximum number of items in one bulk action. */
export const BULK_ITEMS = 50

export const REVIEWED_TYPES = ['thread', 'message'] as const
export type ReviewedType = (typeof REVIEWED_TYPES)[number]

export const REVIEW_ACTS = ['approve', 'reject', 'remove'] as const
export type ReviewAct = (typeof REVIEW_ACTS)[number]

/** The audit trail's word for the result of an action. */
export const DECISION_OF: Record<ReviewAct, string> = { approve: 'approved', reject: 'rejected', remove: 'removed' }

export const REPORT_TYPES = ['thread', 'message', 'member', 'inbox_message'] as const
export type ReportType = (typeof REPORT_TYPES)[number]

/**
 * A report about a post keeps or removes it. Staff cannot remove a member or a private message; they act in other ways.
 */
export const isRemovable = (type: ReportType) => type === 'thread' || type === 'message'
export type Resolution = 'kept' | 'removed' | 'acted_on'

/** How many messages before a reported private message staff can see. */
export const MESSAGES_BEFORE = 3
const SHOWN = ['', ' and the one before it', ' and the two before it', ' and the three before it']
/** Tells the reporter what staff will see if `before` messages precede the reported one. */
export const shownSentence = (before: number) =>
  `The community’s staff will see this message${SHOWN[Math.min(before, MESSAGES_BEFORE)]}. Nothing else in the conversation.`

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
  confidential: 'Reveals confidential information',
  solicitation: 'Selling or advertising',
  conduct: 'Disrespectful or harassing',
  wrong_place: 'Doesn’t belong in this network',
  own_removal: 'I posted this and want it removed',
  other: 'Something else',
}

/** Mirrors the server's check of a reason: the problem as a sentence; null if it is valid. */
export function reasonProblem(reason: string): string | null {
  const { length } = reason.trim()
  if (length < REASON_LENGTH.min) return 'Enter a short reason. The author will see it.'
  if (length > REASON_LENGTH.max) return `The reason is ${length} characters long. The limit is ${REASON_LENGTH.max}.`
  return null
}

/** Mirrors the server's check of a report's details: the problem as a sentence; null if they are valid. */
export function detailsProblem(details: string): string | null {
  const { length } = details.trim()
  if (length === 0) return 'Describe the problem in a sentence or two.'
  if (length > REPORT_DETAILS_LENGTH)
    return `The details are ${length.toLocaleString('en-US')} characters long. The limit is ${REPORT_DETAILS_LENGTH.toLocaleString('en-US')}.`
  return null
}

/** How long after a rejection its author can ask for a second look. */
export const APPEAL_DAYS = 14
export const APPEAL_LENGTH = 2_000

/** What is wrong with the text of an appeal, as a sentence; null if it is valid. */
export function appealProblem(text: string): string | null {
  const { length } = [...text.trim()]
  if (length === 0) return 'Say why your post should appear. Staff will read it.'
  return length > APPEAL_LENGTH
    ? `Your text is ${length.toLocaleString('en-US')} characters long. The limit is ${APPEAL_LENGTH.toLocaleString('en-US')}.`
    : null
}
