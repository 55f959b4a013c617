/** Suspends several members in one transaction: all or none. Many at once need a second person. */
import { requireApproval } from '#server/platform/audit/approvals.ts'
import { hiddenFromMembers, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { SUSPENDED_ALONE, SUSPENDED_TOGETHER } from '#shared/staff-members.ts'
import { requireSuspension, suspendInside, type MemberDesk } from './staff-members.actions.ts'
import { countSuspendedBy, lockSuspender, selectNetworksOfAccounts } from './staff-members.sql.ts'

const HOURS = 24

interface Args {
  ids: readonly number[]
  reason: string
  until?: string | null
}

export const bulkSuspensionActions = (desk: MemberDesk): Actions => ({
  suspendMembers: (call: Call<never>) => suspendMembers(desk, call),
})

async function suspendMembers(desk: MemberDesk, call: Call<Args>): Promise<number> {
  const { viewer, args } = call
  requirePermission(viewer, 'members', 'somewhere')
  const asked = { reason: args.reason, until: args.until ? new Date(args.until) : null }
  requireSuspension(asked)
  // In this order, so that two calls for the same members wait for each other.
  const ids = [...new Set(args.ids)].toSorted((a, b) => a - b)
  if (ids.length === 0 || ids.length > SUSPENDED_TOGETHER)
    throw problem('staff_members.together', {
      message: `Choose 1 to ${SUSPENDED_TOGETHER} members.`,
      field: 'ids',
    })
  await transaction(desk.pool, desk.bus, async (tx) => {
    await requireAccounts(tx, viewer, ids)
    await requireSecondPerson(tx, call, ids.length)
    for (const id of ids) await suspendInside(tx, desk, viewer.id, { id, ...asked })
  })
  ids.forEach((id) => desk.forget(id))
  return viewer.id
}

/** In each network of each of them, as for a single one. */
async function requireAccounts(tx: Transaction, viewer: Viewer, ids: readonly number[]) {
  const { rows } = await tx.query<{ id: number; is_staff: boolean; networks: number[] }>(
    selectNetworksOfAccounts({ ids }),
  )
  if (rows.length < ids.length) throw hiddenFromMembers('ids')
  for (const { is_staff, networks } of rows) {
    requirePermission(viewer, 'members', { networks })
    if (is_staff) requirePermission(viewer, 'roles')
  }
}

/** What was suspended before on the same day counts, so that several small calls are not a way around. */
async function requireSecondPerson(tx: Transaction, call: Call<Args>, asked: number) {
  const actorId = call.viewer.id
  await tx.query(lockSuspender({ actorId }))
  const { rows } = await tx.query<{ suspended: number }>(countSuspendedBy({ actorId, hours: HOURS }))
  if (call.approvalId !== undefined || rows[0]!.suspended + asked > SUSPENDED_ALONE)
    await requireApproval(tx, call, 'SuspendMembers')
}
