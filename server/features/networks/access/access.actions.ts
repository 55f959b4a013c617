/** Staff open one network to the members of another, or close it. It applies to the next request. */
import type pg from 'pg'
import { hiddenFromMembers, recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { requireApproval } from '#server/platform/audit/approvals.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { accessProblem, type AccessKind } from '#shared/network-access.ts'
import { lockPair, replaceKinds, selectKinds } from './access.sql.ts'

interface Desk {
  pool: pg.Pool
  bus: Bus
  /** Sessions contain what their member can reach. */
  forget: () => void
}
interface Args {
  from_network_id: number
  to_network_id: number
  kinds: AccessKind[]
}

export async function setNetworkAccess({ pool, bus, forget }: Desk, call: Call<Args>): Promise<number> {
  const { viewer, args } = call
  const { from_network_id: fromId, to_network_id: toId } = args
  requirePermission(viewer, 'networks', { networks: [fromId, toId] })
  const kinds = [...new Set(args.kinds)].toSorted()
  const wrong = accessProblem(kinds)
  if (wrong) throw problem('networks.access', { message: wrong, field: 'kinds' })
  if (fromId === toId)
    throw problem('networks.access', { message: 'Members always reach their own network.', field: 'to_network_id' })
  await transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ id: number; display_name: string }>(lockPair({ ids: [fromId, toId] }))
    const nameOf = (id: number) => rows.find((row) => row.id === id)?.display_name
    if (!nameOf(fromId)) throw hiddenFromMembers('from_network_id')
    if (!nameOf(toId)) throw hiddenFromMembers('to_network_id')
    const before = (await tx.query<{ kind: AccessKind }>(selectKinds({ fromId, toId }))).rows.map(({ kind }) => kind)
    if (before.join() === kinds.join()) return
    // What was read cannot be taken back; closing can be done at once.
    if (kinds.some((kind) => !before.includes(kind))) await requireApproval(tx, call, 'SetNetworkAccess')
    await tx.query(replaceKinds({ fromId, toId, kinds }))
    await recordStaffAction(tx, viewer.id, {
      act: 'network.access_changed',
      itemId: toId,
      itemName: `${nameOf(fromId)} in ${nameOf(toId)}`,
      before: { from_network_id: fromId, kinds: before },
      after: { from_network_id: fromId, kinds },
    })
  })
  forget()
  return viewer.id
}
