/** Ends roles whose time has passed. They allow nothing from that moment on; this settles what is stored. */
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Jobs, JobTools } from '#server/platform/jobs/jobs.ts'
import { endDueRoles, type HeldRole } from './staff-roles.sql.ts'

export const staffRoleJobs: Jobs = {
  'staff-roles:end-due': async ({ pool, bus }: JobTools) =>
    transaction(pool, bus, async (tx) => {
      const { rows } = await tx.query<HeldRole>(endDueRoles())
      for (const { id, user_id, role, network_id } of rows)
        await recordStaffAction(tx, null, {
          act: 'role.ended',
          itemId: id,
          itemName: `Member ${user_id}`,
          before: { role, peer_network_id: network_id },
        })
    }),
}
