/**
 * The audit trail of what staff change in the community. Each row is inserted in the transaction of the change, so that
 * neither exists without the other. The trail is append-only. Decisions about posts have a separate trail, which the
 * authors can read.
 */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { recordSecurityEvent } from '#server/platform/audit/security-events.ts'
import { forbidden, problem } from '#server/platform/problems.ts'
import {
  mayAnywhere,
  mayEverywhere,
  mayInEach,
  mayInSome,
  type Permission,
  type StaffGrant,
} from '#shared/staff-roles.ts'

export interface StaffAction {
  /** What was acted on and what was done, e.g. `team.saved`. */
  act: `${string}.${string}`
  itemId: number | null
  /** The name shown in the trail. Never a person's name or email address, because rows are never erased. */
  itemName: string
  before?: object
  after?: object
}

const insertAct = statement(
  'insert-staff-act',
  { actorId: 'bigint', act: 'text', itemId: 'bigint', itemName: 'text', before: 'jsonb', after: 'jsonb' },
  (p) =>
    sql`insert into staff_acts (actor_id, act, item_id, item_name, before, after) values (${p.actorId}, ${p.act}, ${p.itemId}, left(${p.itemName}, 200), ${p.before}, ${p.after})`,
)

/** `actorId` is null for actions from the command line and for scheduled ones. */
export async function recordStaffAction(
  tx: Transaction,
  actorId: number | null,
  { act, itemId, itemName, ...how }: StaffAction,
) {
  await tx.query(
    insertAct({
      actorId,
      act,
      itemId,
      itemName,
      before: JSON.stringify(how.before ?? {}),
      after: JSON.stringify(how.after ?? {}),
    }),
  )
  await recordSecurityEvent(tx, { kind: 'staff.acted', userId: actorId, facts: { act, item_id: itemId } })
}

/** Members must not learn that staff actions exist. */
export const hiddenFromMembers = (field?: string) =>
  problem('staff.not_found', {
    message: 'This isn’t available, or you don’t have permission.',
    ...(field && { field }),
  })

/**
 * Throws as if the operation did not exist unless the viewer has the permission: in each of `networks`, in one of
 * `oneOf`, in any network (`'somewhere'`, where the rows are checked afterwards), or else in all networks.
 */
export function requirePermission(viewer: { grants: readonly StaffGrant[] }, permission: Permission, where?: Where) {
  if (!isAllowed(viewer.grants, permission, where)) throw forbidden(hiddenFromMembers())
}

type Where = 'somewhere' | { networks: readonly number[] } | { oneOf: readonly number[] }

function isAllowed(grants: readonly StaffGrant[], permission: Permission, where?: Where): boolean {
  if (where === undefined) return mayEverywhere(grants, permission)
  if (where === 'somewhere') return mayAnywhere(grants, permission)
  return 'oneOf' in where ? mayInSome(grants, permission, where.oneOf) : mayInEach(grants, permission, where.networks)
}
