/** A list of members leaves the house only with a second person, for the one who asked, for a day, on record. */
import { requireApproval } from '#server/platform/audit/approvals.ts'
import { hiddenFromMembers, recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { MEMBER_EXPORT_HOURS } from '#shared/staff-members.ts'
import type { MemberDesk } from '#server/features/staff-members/staff-members.actions.ts'
import { insertExport, selectNetworkName } from './member-exports.sql.ts'

interface Args {
  peer_network_id?: number | null
  state?: string | null
}

export const memberExportActions = (desk: Pick<MemberDesk, 'pool' | 'bus'>): Actions => ({
  exportMembers: async (call: Call<never>) => exportMembers(desk, call),
})

async function exportMembers({ pool, bus }: Pick<MemberDesk, 'pool' | 'bus'>, call: Call<Args>): Promise<number> {
  const { viewer, args } = call
  const networkId = args.peer_network_id ?? null
  const accountState = args.state ?? null
  requirePermission(viewer, 'members', networkId === null ? undefined : { networks: [networkId] })
  await transaction(pool, bus, async (tx) => {
    const named = networkId === null ? null : await tx.query<{ display_name: string }>(selectNetworkName({ networkId }))
    if (named && !named.rows[0]) throw hiddenFromMembers('peer_network_id')
    await requireApproval(tx, call, 'ExportMembers')
    const made = await tx.query<{ id: number }>(
      insertExport({ askedBy: viewer.id, networkId, accountState, hours: MEMBER_EXPORT_HOURS }),
    )
    await recordStaffAction(tx, viewer.id, {
      act: 'members.exported',
      itemId: made.rows[0]!.id,
      itemName: named?.rows[0]?.display_name ?? 'All networks',
      after: { peer_network_id: networkId, state: accountState },
    })
  })
  return viewer.id
}
