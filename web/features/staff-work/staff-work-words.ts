/** How what waits is named, and where it is decided. */
import { APPROVED_OPERATIONS, isApprovedOperation } from '#shared/approvals.ts'
import { REPORT_REASON_WORDS, type ReportReason } from '#shared/moderation.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import type { WorkKind } from '#shared/work.ts'
import type { Item } from '#web/features/staff-work/staff-work.queries.ts'

const DESKS: Record<WorkKind, string> = {
  discussion: STAFF_ROUTES.queue,
  reply: STAFF_ROUTES.queue,
  report: STAFF_ROUTES.reports,
  appeal: STAFF_ROUTES.appeals,
  approval: STAFF_ROUTES.approvals,
  held_mail: `${STAFF_ROUTES.mail}?tab=held`,
  document: STAFF_ROUTES.library,
  document_request: STAFF_ROUTES.library,
}
export const linkTo = (kind: WorkKind): string => DESKS[kind]

/** A report about what has no topic is named by what it is about. */
const REPORTED: Record<string, string> = { member: 'A member was reported', inbox_message: 'A message was reported' }

export function titleOf({ kind, title, about }: Item): string {
  if (kind === 'approval') return isApprovedOperation(title) ? APPROVED_OPERATIONS[title] : title
  if (kind === 'report') return REPORTED[title] ?? title
  return kind === 'reply' && about === 'private' ? `Private reply in “${title}”` : title
}

/** Why it waits. */
export function aboutOf({ kind, about }: Item): string | null {
  if (kind === 'report') return REPORT_REASON_WORDS[about as ReportReason]
  return kind === 'approval' || kind === 'document_request' ? about : null
}
