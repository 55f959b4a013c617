/** Who made a decision, why, and its entry in the audit trail. */
import { recordSecurityEvent } from '#server/platform/audit/security-events.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { forbidden, problem } from '#server/platform/problems.ts'
import { reasonProblem } from '#shared/moderation.ts'
import { insertDecisions } from './moderation.sql.ts'

export interface Decision {
  item_type: 'thread' | 'message' | 'member' | 'report'
  item_id: number
  thread_id: number | null
  decision: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** To everyone else, these operations look as if they did not exist. */
export function requireStaff({ is_staff }: { is_staff: boolean }) {
  if (!is_staff) throw forbidden(notFoundProblem())
}

export const notFoundProblem = (field?: string) =>
  problem('moderation.not_found', {
    message: 'This isn’t available, or you don’t have permission.',
    ...(field && { field }),
  })

export function requireReason(reason: string | null | undefined): string {
  const given = reason?.trim() ?? ''
  const message = reasonProblem(given)
  if (message !== null) throw problem('moderation.reason', { message, field: 'reason' })
  return given
}

export async function recordDecision(
  tx: Transaction,
  act: { id: number; actorId: number; reason: string | null },
  decisions: readonly Decision[],
): Promise<void> {
  await tx.query(
    insertDecisions({ actId: act.id, actorId: act.actorId, reason: act.reason, decisions: JSON.stringify(decisions) }),
  )
  const [first] = decisions
  if (!first) return
  const facts = { act: `moderation.${first.decision}`, item_type: first.item_type, items: decisions.length }
  await recordSecurityEvent(tx, { kind: 'staff.acted', userId: act.actorId, facts })
}
