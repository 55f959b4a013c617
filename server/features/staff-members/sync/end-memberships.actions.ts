/** Ends memberships in a network: all or none. Many at once need a second person. */
import { membershipChanged } from '#server/features/membership/index.ts'
import { requireApproval } from '#server/platform/audit/approvals.ts'
import { hiddenFromMembers, recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { ENDED_ALONE, ENDED_TOGETHER } from '#shared/member-sync.ts'
import { membershipEndedLetter } from '#server/features/staff-members/letters.ts'
import { selectTerms } from '#server/features/staff-members/member-terms.sql.ts'
import { requireAccount, tell, type MemberDesk } from '#server/features/staff-members/staff-members.actions.ts'
import { selectNetworksOfAccounts } from '#server/features/staff-members/staff-members.sql.ts'
import {
  countEndedBy,
  expireMembership,
  keepPrimary,
  leaveNetwork,
  lockEnder,
  selectNetworkSlug,
} from './member-sync.sql.ts'

const HOURS = 24

interface Args {
  peer_network_id: number
  ids: readonly number[]
}
interface Ending {
  id: number
  networkId: number
  network: string
  isLast: boolean
}

export const endMembershipActions = (desk: MemberDesk): Actions => ({
  endMemberships: (call: Call<never>) => endMemberships(desk, call),
})

async function endMemberships(desk: MemberDesk, call: Call<Args>): Promise<number> {
  const { viewer, args } = call
  const networkId = args.peer_network_id
  requirePermission(viewer, 'members', { networks: [networkId] })
  // In this order, so that two calls for the same members wait for each other.
  const ids = [...new Set(args.ids)].toSorted((a, b) => a - b)
  if (ids.length === 0 || ids.length > ENDED_TOGETHER)
    throw problem('staff_members.together', { message: `Choose 1 to ${ENDED_TOGETHER} members.`, field: 'ids' })
  await transaction(desk.pool, desk.bus, async (tx) => {
    const { rows } = await tx.query<{ display_name: string }>(selectNetworkSlug({ networkId }))
    if (!rows[0]) throw hiddenFromMembers('peer_network_id')
    await requireSecondPerson(tx, call, ids.length)
    for (const id of ids) await requireAccount(tx, id)
    const accounts = await requireMembers(tx, call, ids)
    for (const { id, networks } of accounts)
      await end(tx, desk, viewer.id, { id, networkId, network: rows[0].display_name, isLast: networks.length === 1 })
    tx.announce(membershipChanged(ids))
  })
  ids.forEach((id) => desk.forget(id))
  return viewer.id
}

/** As for a single one: in each of their networks. To who may not see them, they do not exist. */
async function requireMembers(tx: Transaction, { viewer, args }: Call<Args>, ids: readonly number[]) {
  const { rows } = await tx.query<{ id: number; is_staff: boolean; networks: number[] }>(
    selectNetworksOfAccounts({ ids }),
  )
  for (const { is_staff, networks } of rows) {
    requirePermission(viewer, 'members', { networks })
    if (is_staff) throw hiddenFromMembers('ids')
    if (!networks.includes(args.peer_network_id)) throw hiddenFromMembers('ids')
  }
  return rows
}

async function requireSecondPerson(tx: Transaction, call: Call<Args>, asked: number) {
  const actorId = call.viewer.id
  await tx.query(lockEnder({ actorId }))
  const { rows } = await tx.query<{ ended: number }>(countEndedBy({ actorId, hours: HOURS }))
  if (call.approvalId !== undefined || rows[0]!.ended + asked > ENDED_ALONE)
    await requireApproval(tx, call, 'EndMemberships')
}

/** A member of another network leaves this one; the last membership expires, so that it can be renewed. */
async function end(tx: Transaction, desk: MemberDesk, actorId: number, { id, networkId, network, isLast }: Ending) {
  if (isLast) await expire(tx, id)
  else {
    await tx.query(leaveNetwork({ userId: id, networkId }))
    await tx.query(keepPrimary({ userId: id }))
  }
  await recordStaffAction(tx, actorId, {
    act: 'member.membership_ended',
    itemId: id,
    itemName: `Member ${id}`,
    before: { peer_network_id: networkId },
    after: isLast ? { current_state: 'expired' } : { peer_network_id: null },
  })
  await tell(tx, id, { kind: 'membership-ended', letter: (reader) => membershipEndedLetter(reader, desk, { network }) })
}

async function expire(tx: Transaction, id: number) {
  const { rows } = await tx.query<{ is_paid_by_team: boolean }>(selectTerms({ userId: id }))
  if (rows[0]!.is_paid_by_team)
    throw problem('staff_members.paid', {
      message: `Member ${id} is paid for by a team. Remove them from the team first.`,
      field: 'ids',
    })
  await tx.query(expireMembership({ userId: id }))
}
