/**
 * The two-person rule. An action that needs it calls `requireApproval` in its transaction: without an approval it is
 * refused, and with one the approval is spent in the same transaction, so that it runs once or not at all.
 */
import type { Transaction } from '#server/platform/database/transaction.ts'
import { problem } from '#server/platform/problems.ts'
import { APPROVAL_NEEDED, type ApprovedOperation } from '#shared/approvals.ts'
import { selectApprovers, spendApproval } from './approvals.sql.ts'

export const approversBeside = async (tx: Pick<Transaction, 'query'>, userId: number) =>
  (await tx.query<{ id: number; email: string }>(selectApprovers({ userId }))).rows

/** A sole owner has nobody to ask and acts alone. */
export async function requireApproval(
  tx: Transaction,
  { viewer, approvalId }: { viewer: { id: number }; approvalId?: number },
  operation: ApprovedOperation,
): Promise<void> {
  if (approvalId !== undefined) {
    const { rows } = await tx.query(spendApproval({ id: approvalId, operation }))
    if (!rows[0]) throw problem('approvals.spent', { message: 'This has already been done.' })
    return
  }
  const approvers = await approversBeside(tx, viewer.id)
  if (approvers.length > 0)
    throw problem(APPROVAL_NEEDED, { message: 'This needs a second person. Ask another owner to approve it.' })
}
