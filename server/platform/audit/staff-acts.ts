/**
 * The trail of what staff change in the house itself. It is written in the transaction of the change, so that neither
 * is without the other, and only added to. Decisions about posts have a trail of their own, which their authors read.
 */
import type { Transaction } from '#server/platform/database/transaction.ts'
import { problem } from '#server/platform/problems.ts'

export interface StaffAct {
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

export async function writeAct(tx: Transaction, actorId: number, { act, itemId, itemName, ...how }: StaffAct) {
  const values = [actorId, act, itemId, itemName, JSON.stringify(how.before ?? {}), JSON.stringify(how.after ?? {})]
  await tx.query({ ...insertAct, values })
}

/** To everybody else these acts do not exist. */
export const notForMembers = (field?: string) =>
  problem('staff.not_found', { message: 'This is not here, or you may not do this.', ...(field && { field }) })

export function requireStaffViewer({ is_staff }: { is_staff: boolean }): void {
  if (!is_staff) throw notForMembers()
}
