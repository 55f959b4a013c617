/** Asking a second person, and what that person decides. */
import type pg from 'pg'
import { approversBeside } from '#server/platform/audit/approvals.ts'
import { hiddenFromMembers, recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import type { EmailContext } from '#server/platform/app-context.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call, RunOperation } from '#server/platform/http/graphql.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { forbidden, Problem, problem } from '#server/platform/problems.ts'
import { viewerOf } from '#server/platform/session/sessions.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { approvalReasonProblem, APPROVED_OPERATIONS, isApprovedOperation } from '#shared/approvals.ts'
import { personOf } from '#server/features/accounts/index.ts'
import { askedEmail, decidedEmail } from './emails.ts'
import {
  decide,
  failApproval,
  insertApproval,
  lockApproval,
  selectWaiting,
  settleApproval,
  type ApprovalRow,
} from './approvals.sql.ts'

export interface ApprovalDesk extends EmailContext {
  pool: pg.Pool
  bus: Bus
  run: RunOperation
}
interface AskArgs {
  operation: string
  variables: Record<string, unknown>
  reason: string
}

export const approvalActions = (desk: ApprovalDesk): Actions => ({
  requestApproval: (call: Call<never>) => requestApproval(desk, call),
  decideApproval: (call: Call<never>) => decideApproval(desk, call),
  cancelApproval: (call: Call<never>) => cancelApproval(desk, call),
})

async function requestApproval(desk: ApprovalDesk, { viewer, args }: Call<AskArgs>): Promise<number> {
  if (!viewer.is_staff) throw forbidden(hiddenFromMembers())
  const { operation, variables } = args
  if (!isApprovedOperation(operation))
    throw problem('approvals.operation', { message: 'This does not need a second person.', field: 'operation' })
  if (typeof variables !== 'object' || variables === null || Array.isArray(variables))
    throw problem('approvals.variables', { message: 'The variables must be an object.', field: 'variables' })
  const reason = args.reason.trim()
  const wrong = approvalReasonProblem(reason)
  if (wrong !== null) throw problem('approvals.reason', { message: wrong, field: 'reason' })
  const asked = { askedBy: viewer.id, operation, variables: JSON.stringify(variables) }
  return transaction(desk.pool, desk.bus, async (tx) => {
    const earlier = await tx.query<{ id: number }>(selectWaiting(asked))
    if (earlier.rows[0]) return earlier.rows[0].id
    const { id } = (await tx.query<{ id: number }>(insertApproval({ ...asked, reason }))).rows[0]!
    await record(tx, viewer.id, { act: 'approval.requested', id, operation })
    const letter = askedEmail(desk, { asker: `${viewer.first_name} ${viewer.last_name}`, operation })
    for (const { email } of await approversBeside(tx, viewer.id))
      await queueMail(tx, { to: email, kind: 'approval', letter })
    return id
  })
}

/** Approved again after a stop in between, it runs again: what it did would have spent the approval. */
async function decideApproval(
  desk: ApprovalDesk,
  { viewer, args }: Call<{ id: number; approve: boolean }>,
): Promise<number> {
  requirePermission(viewer, 'roles')
  const approval = await transaction(desk.pool, desk.bus, async (tx) => {
    const found = await requireUndecided(tx, args, viewer.id)
    if (found.state === 'approved') return found
    await tx.query(decide({ id: found.id, state: args.approve ? 'approved' : 'rejected', decidedBy: viewer.id }))
    const act = args.approve ? 'approval.given' : 'approval.refused'
    await record(tx, viewer.id, { act, id: found.id, operation: found.operation })
    const asker = await personOf(tx.query, found.asked_by)
    if (asker)
      await queueMail(tx, { to: asker.email, kind: 'approval', letter: decidedEmail(desk, asker, found, args.approve) })
    return found
  })
  if (args.approve) await runApproved(desk, approval)
  return args.id
}

async function requireUndecided(
  tx: Transaction,
  { id, approve }: { id: number; approve: boolean },
  viewerId: number,
): Promise<ApprovalRow> {
  const [found] = (await tx.query<ApprovalRow>(lockApproval({ id }))).rows
  if (!found) throw hiddenFromMembers('id')
  if (found.asked_by === viewerId)
    throw problem('approvals.own', { message: 'You asked for this, so someone else must decide.', field: 'id' })
  if (found.state === 'approved' && approve) return found
  if (found.state !== 'waiting')
    throw problem('approvals.decided', { message: 'This has already been decided.', field: 'id' })
  if (found.expired)
    throw problem('approvals.expired', { message: 'This request has expired. Ask for it again.', field: 'id' })
  return found
}

/** A refusal of the operation is the outcome of the request, not an error of the person who approved it. */
async function runApproved({ pool, run }: ApprovalDesk, { id, operation, variables, asked_by }: ApprovalRow) {
  const asker = await viewerOf(pool, asked_by)
  try {
    if (!asker) throw problem('approvals.asker', { message: 'The person who asked for this can no longer sign in.' })
    await run(asker, operation, variables, id)
    await pool.query(settleApproval({ id }))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await pool.query(failApproval({ id, failure: error.message }))
  }
}

async function cancelApproval(desk: ApprovalDesk, { viewer, args }: Call<{ id: number }>): Promise<number> {
  if (!viewer.is_staff) throw forbidden(hiddenFromMembers())
  return transaction(desk.pool, desk.bus, async (tx) => {
    const [found] = (await tx.query<ApprovalRow>(lockApproval({ id: args.id }))).rows
    if (!found || found.asked_by !== viewer.id) throw hiddenFromMembers('id')
    if (found.state === 'canceled') return found.id
    if (found.state !== 'waiting')
      throw problem('approvals.decided', { message: 'This has already been decided.', field: 'id' })
    await tx.query(decide({ id: found.id, state: 'canceled', decidedBy: null }))
    await record(tx, viewer.id, { act: 'approval.canceled', id: found.id, operation: found.operation })
    return found.id
  })
}

const record = (
  tx: Transaction,
  actorId: number,
  { act, id, operation }: { act: `approval.${string}`; id: number; operation: string },
) =>
  recordStaffAction(tx, actorId, {
    act,
    itemId: id,
    itemName: isApprovedOperation(operation) ? APPROVED_OPERATIONS[operation] : operation,
    after: { operation },
  })
