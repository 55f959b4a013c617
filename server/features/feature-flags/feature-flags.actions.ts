/** Staff turn a feature on or off for everyone, a network or a member. It applies to the next request. */
import type pg from 'pg'
import { hiddenFromMembers, requirePermission, recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { requireApproval } from '#server/platform/audit/approvals.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { FEATURE_FLAGS, isFeatureKey } from '#shared/feature-flags.ts'
import {
  deleteFlag,
  lockFlag,
  selectFlagMember,
  selectFlagNetwork,
  upsertFlag,
  type Flag,
} from './feature-flags.sql.ts'

export interface SaveArgs {
  key: string
  enabled: boolean
  peer_network_id?: number | null
  email?: string | null
}

/** The flag's scope; both null means everyone. */
interface Scope {
  networkId: number | null
  userId: number | null
}

export async function saveFeatureFlag(pool: pg.Pool, bus: Bus, call: Call<SaveArgs>): Promise<number> {
  const { viewer, args } = call
  requirePermission(viewer, 'system')
  const { key, enabled } = args
  if (!isFeatureKey(key)) throw hiddenFromMembers('key')
  await transaction(pool, bus, async (tx) => {
    const scope = await scopeOf(tx, args)
    const { rows } = await tx.query<{ enabled: boolean }>(
      lockFlag({ key, peerNetworkId: scope.networkId, userId: scope.userId }),
    )
    if (rows[0]?.enabled === enabled) return
    if (isForEveryone(scope)) await requireApproval(tx, call, 'SaveFeatureFlag')
    await tx.query(upsertFlag({ key, peerNetworkId: scope.networkId, userId: scope.userId, enabled }))
    await write(tx, viewer.id, { key, scope, before: rows[0]?.enabled, after: enabled })
  })
  return viewer.id
}

const isForEveryone = ({ networkId, userId }: Scope) => networkId === null && userId === null

async function scopeOf(tx: Transaction, { peer_network_id, email }: SaveArgs): Promise<Scope> {
  const address = email?.trim().toLowerCase() ?? ''
  if (peer_network_id && address !== '')
    throw problem('feature_flags.scope', { message: 'Choose a network or a member, not both.', field: 'email' })
  if (peer_network_id) {
    const { rows } = await tx.query(selectFlagNetwork({ peerNetworkId: peer_network_id }))
    if (!rows[0]) throw problem('feature_flags.network', { message: 'Choose a network.', field: 'peer_network_id' })
    return { networkId: peer_network_id, userId: null }
  }
  if (address === '') return { networkId: null, userId: null }
  const { rows } = await tx.query<{ id: number }>(selectFlagMember({ email: address }))
  if (!rows[0]) throw problem('feature_flags.member', { message: 'No member has this email address.', field: 'email' })
  return { networkId: null, userId: rows[0].id }
}

/** Deletes a flag; the flag of the wider scope applies again. */
export async function removeFeatureFlag(pool: pg.Pool, bus: Bus, call: Call<{ id: number }>): Promise<number> {
  const { viewer, args } = call
  requirePermission(viewer, 'system')
  await transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<Flag>(deleteFlag({ id: args.id }))
    // Already deleted: idempotent.
    if (!rows[0]) return
    const { key, enabled, peer_network_id: networkId, user_id: userId } = rows[0]
    if (isForEveryone({ networkId, userId })) await requireApproval(tx, call, 'RemoveFeatureFlag')
    await write(tx, viewer.id, { key, scope: { networkId, userId }, before: enabled, after: undefined })
  })
  return viewer.id
}

interface Change {
  key: string
  scope: Scope
  before: boolean | undefined
  after: boolean | undefined
}

/** Without its own flag, the wider scope applies. */
const said = (enabled: boolean | undefined) => (enabled === undefined ? 'not set' : enabled ? 'on' : 'off')

async function write(tx: Transaction, actorId: number, { key, scope, before, after }: Change) {
  const { networkId, userId } = scope
  const whom = { ...(networkId && { peer_network_id: networkId }), ...(userId && { user_id: userId }) }
  await recordStaffAction(tx, actorId, {
    act: 'feature.switched',
    itemId: null,
    itemName: isFeatureKey(key) ? FEATURE_FLAGS[key].label : key,
    before: { ...whom, [key]: said(before) },
    after: { ...whom, [key]: said(after) },
  })
}
