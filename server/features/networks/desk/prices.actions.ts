/** Staff plan what a membership costs from a day on. What was invoiced stays as it was issued. */
import { hiddenFromMembers, recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { networkPriceProblem } from '#shared/network-prices.ts'
import type { Desk } from './networks.actions.ts'
import {
  deletePlannedPrice,
  isPastDay,
  lockNetworkName,
  networkOfPrice,
  selectPrice,
  upsertPrice,
  type Price,
} from './prices.sql.ts'

const refuse = (field: string, message: string) => problem('networks.price', { message, field })

async function saveNetworkPrice({ pool, bus }: Desk, { viewer, args }: Call<Price>): Promise<number> {
  const { peer_network_id: id, valid_from: day, price, price_international: international } = args
  requirePermission(viewer, 'networks', { networks: [id] })
  const fault = networkPriceProblem(args)
  if (fault) throw refuse(fault.field, fault.message)
  await transaction(pool, bus, async (tx) => {
    const itemName = await networkName(tx, id)
    const { rows } = await tx.query<{ is_past: boolean }>(isPastDay({ day }))
    if (rows[0]!.is_past) throw refuse('valid_from', 'A price can’t change in the past. Choose today or a later day.')
    const before = await tx.query<Omit<Price, 'peer_network_id' | 'valid_from'>>(selectPrice({ id, day }))
    await tx.query(upsertPrice({ id, day, price, international }))
    await recordStaffAction(tx, viewer.id, {
      act: 'network.price_planned',
      itemId: id,
      itemName,
      ...(before.rows[0] && { before: { valid_from: day, ...before.rows[0] } }),
      after: { valid_from: day, price, price_international: international },
    })
  })
  return id
}

async function networkName(tx: Transaction, id: number): Promise<string> {
  const { rows } = await tx.query<{ display_name: string }>(lockNetworkName({ id }))
  if (!rows[0]) throw hiddenFromMembers('peer_network_id')
  return rows[0].display_name
}

/** A price that holds already may have been charged, so it stays. */
async function removeNetworkPrice({ pool, bus }: Desk, { viewer, args }: Call<{ id: number }>): Promise<number> {
  requirePermission(viewer, 'networks', 'somewhere')
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ peer_network_id: number }>(networkOfPrice({ id: args.id }))
    if (!rows[0]) throw hiddenFromMembers('id')
    const { peer_network_id: networkId } = rows[0]
    requirePermission(viewer, 'networks', { networks: [networkId] })
    const removed = await tx.query<Price>(deletePlannedPrice({ id: args.id }))
    if (!removed.rows[0])
      throw refuse('id', 'This price already applies, so it can’t be removed. Plan another price instead.')
    const { peer_network_id: _, ...before } = removed.rows[0]
    await recordStaffAction(tx, viewer.id, {
      act: 'network.price_removed',
      itemId: networkId,
      itemName: await networkName(tx, networkId),
      before,
    })
    return networkId
  })
}

export const priceActions = (desk: Desk) => ({
  saveNetworkPrice: (call: Call<never>) => saveNetworkPrice(desk, call),
  removeNetworkPrice: (call: Call<never>) => removeNetworkPrice(desk, call),
})
