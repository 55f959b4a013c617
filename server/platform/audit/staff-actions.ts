/**
 * The trail of what staff change in the house itself. It is written in the transaction of the change, so that neither
 * is without the other, and only added to. Decisions about posts have a trail of their own, which their authors read.
 */
import type { Transaction } from '#server/platform/database/transaction.ts'
import { recordSecurityEvent } from '#server/platform/audit/security-events.ts'
import { forbidden, problem } from '#server/platform/problems.ts'

export interface StaffAction {
  /** What was acted on and what was done: `team.saved`. */
  act: `${string}.${string}`
  itemId: number | null
  /** What the trail calls it; never a person's name or address, because nothing here is ever erased. */
  itemName: string
  before?: object
  after?: object
}

const insertAct = {
  name: 'insert-staff-act',
  text: 'insert into staff_acts (actor_id, act, item_id, item_name, before, after) values ($1, $2, $3, left($4, 200), $5, $6)',
}

/** Without an actor: from the command line, or by itself when its time has come. */
export async function recordStaffAction(
  tx: Transaction,
  actorId: number | null,
  { act, itemId, itemName, ...how }: StaffAction,
) {
  const values = [actorId, act, itemId, itemName, JSON.stringify(how.before ?? {}), JSON.stringify(how.after ?? {})]
  await tx.query({ ...insertAct, values })
  await recordSecurityEvent(tx, { kind: 'staff.acted', userId: actorId, facts: { act, item_id: itemId } })
}

/** To everybody else these acts do not exist. */
export const hiddenFromMembers = (field?: string) =>
  problem('staff.not_found', {
    message: 'This isn’t available, or you don’t have permission.',
    ...(field && { field }),
  })

export function requireStaffViewer({ is_staff }: { is_staff: boolean }): void {
  if (!is_staff) throw forbidden(hiddenFromMembers())
}
