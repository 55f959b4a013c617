/**
 * The audit trail of what staff change in the community. Each row is inserted in the transaction of the change, so that
 * neither exists without the other. The trail is append-only. Decisions about posts have a separate trail, which the
 * authors can read.
 */
import type { Transaction } from '#server/platform/database/transaction.ts'
import { recordSecurityEvent } from '#server/platform/audit/security-events.ts'
import { forbidden, problem } from '#server/platform/problems.ts'

export interface StaffAction {
  /** What was acted on and what was done, e.g. `team.saved`. */
  act: `${string}.${string}`
  itemId: number | null
  /** The name shown in the trail. Never a person's name or email address, because rows are never erased. */
  itemName: string
  before?: object
  after?: object
}

const insertAct = {
  name: 'insert-staff-act',
  text: 'insert into staff_acts (actor_id, act, item_id, item_name, before, after) values ($1, $2, $3, left($4, 200), $5, $6)',
}

/** `actorId` is null for actions from the command line and for scheduled ones. */
export async function recordStaffAction(
  tx: Transaction,
  actorId: number | null,
  { act, itemId, itemName, ...how }: StaffAction,
) {
  const values = [actorId, act, itemId, itemName, JSON.stringify(how.before ?? {}), JSON.stringify(how.after ?? {})]
  await tx.query({ ...insertAct, values })
  await recordSecurityEvent(tx, { kind: 'staff.acted', userId: actorId, facts: { act, item_id: itemId } })
}

/** Members must not learn that staff actions exist. */
export const hiddenFromMembers = (field?: string) =>
  problem('staff.not_found', {
    message: 'This isn’t available, or you don’t have permission.',
    ...(field && { field }),
  })

export function requireStaffViewer({ is_staff }: { is_staff: boolean }): void {
  if (!is_staff) throw forbidden(hiddenFromMembers())
}
