/** What waits for staff: kinds, who decides them, and when they are late. */
import type { Permission } from './staff-roles.ts'

interface Kind {
  label: string
  /** Who decides about it. */
  permission: Permission
  /** How long it may wait. */
  hours: number
}

export const WORK_KINDS = {
  discussion: { label: 'Discussion', permission: 'moderation', hours: 24 },
  reply: { label: 'Reply', permission: 'moderation', hours: 24 },
  report: { label: 'Report', permission: 'moderation', hours: 24 },
  appeal: { label: 'Appeal', permission: 'moderation', hours: 72 },
  approval: { label: 'Approval', permission: 'roles', hours: 72 },
  held_mail: { label: 'Held email', permission: 'system', hours: 24 },
  document: { label: 'Document', permission: 'content', hours: 72 },
  document_request: { label: 'Document request', permission: 'content', hours: 72 },
} as const satisfies Record<string, Kind>
export type WorkKind = keyof typeof WORK_KINDS

export const WORK_PAGE = 50

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** "5 min", "3 h", "4 days". */
export function waitedFor(since: string, now: number): string {
  const waited = Math.max(0, now - Date.parse(since))
  if (waited < HOUR_MS) return `${Math.floor(waited / MINUTE_MS)} min`
  return waited < 2 * DAY_MS ? `${Math.floor(waited / HOUR_MS)} h` : `${Math.floor(waited / DAY_MS)} days`
}

export const isLate = (kind: WorkKind, since: string, now: number) =>
  now - Date.parse(since) > WORK_KINDS[kind].hours * HOUR_MS
