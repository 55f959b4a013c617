/** Who made a decision, why, and its entry in the audit trail. */
import { recordSecurityEvent } from '#server/platform/audit/security-events.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { forbidden, problem } from '#server/platform/problems.ts'
import { reasonProblem } from '#shared/moderation.ts'
import { mayAnywhere, mayEverywhere, mayInSome } from '#shared/staff-roles.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import { insertDecisions, selectNetworksOfPosts } from './moderation.sql.ts'

export interface Decision {
  item_type: 'thread' | 'message' | 'member' | 'report'
  item_id: number
  thread_id: number | null
  decision: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

type Staff = Pick<Viewer, 'grants'>

/** To everyone else, these operations look as if they did not exist. */
export function requireModerator({ grants }: Staff) {
  if (!mayAnywhere(grants, 'moderation')) throw forbidden(notFoundProblem())
}

/** Each post must be in a network that the viewer moderates. */
export async function requireModeratorOf(
  tx: Transaction,
  { grants }: Staff,
  { threadIds = [], messageIds = [] }: { threadIds?: readonly number[]; messageIds?: readonly number[] },
) {
  if (mayEverywhere(grants, 'moderation')) return
  const { rows } = await tx.query<{ networks: number[] }>(selectNetworksOfPosts({ threadIds, messageIds }))
  const isEach = rows.length === new Set(threadIds).size + new Set(messageIds).size
  if (!isEach || !rows.every(({ networks }) => mayInSome(grants, 'moderation', networks)))
    throw forbidden(notFoundProblem())
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
