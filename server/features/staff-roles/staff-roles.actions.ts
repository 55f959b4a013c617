/** Owners give and end roles. Both apply to the next request, and the person is told by email. */
import type pg from 'pg'
import { personOf } from '#server/features/accounts/index.ts'
import type { EmailContext } from '#server/platform/app-context.ts'
import { hiddenFromMembers, recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { requireApproval } from '#server/platform/audit/approvals.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { isStaffRole, type StaffRole } from '#shared/staff-roles.ts'
import { roleChangedEmail } from './emails.ts'
import {
  endRole,
  lockOwners,
  lockRole,
  selectHolder,
  selectRoleNetwork,
  upsertRole,
  type HeldRole,
} from './staff-roles.sql.ts'

export interface RoleDesk extends EmailContext {
  pool: pg.Pool
  bus: Bus
  /** Drops a member's cached sessions, so that the role applies at once. */
  forget: (userId: number) => void
}
interface GrantArgs {
  email: string
  role: string
  peer_network_id?: number | null
  until?: string | null
}

export const staffRoleActions = (desk: RoleDesk): Actions => ({
  grantStaffRole: (call: Call<never>) => grantStaffRole(desk, call),
  endStaffRole: (call: Call<never>) => endStaffRole(desk, call),
})

async function grantStaffRole(desk: RoleDesk, call: Call<GrantArgs>): Promise<number> {
  const { viewer, args } = call
  const networkId = args.peer_network_id ?? null
  requirePermission(viewer, 'roles', networkId === null ? undefined : { networks: [networkId] })
  const { role, until } = checkedGrant(args)
  const userId = await transaction(desk.pool, desk.bus, async (tx) => {
    const network = await networkOf(tx, networkId)
    const { rows } = await tx.query<{ id: number }>(selectHolder({ email: args.email.trim().toLowerCase() }))
    if (!rows[0])
      throw problem('staff_roles.person', {
        message: 'No account that can sign in has this email address. Invite the person first.',
        field: 'email',
      })
    const [{ id: holder }] = rows
    if (role === 'owner' && networkId === null) await requireApproval(tx, call, 'GrantStaffRole')
    const made = await tx.query<{ id: number }>(
      upsertRole({ userId: holder, role, networkId, until, grantedBy: viewer.id }),
    )
    await recordStaffAction(tx, viewer.id, {
      act: 'role.granted',
      itemId: made.rows[0]!.id,
      itemName: `Member ${holder}`,
      after: { role, peer_network_id: networkId, until },
    })
    await tell(tx, desk, { userId: holder, role, network, isGranted: true })
    return holder
  })
  desk.forget(userId)
  return viewer.id
}

function checkedGrant({ role, until }: GrantArgs): { role: StaffRole; until: Date | null } {
  if (!isStaffRole(role)) throw problem('staff_roles.role', { message: 'Choose a role.', field: 'role' })
  const end = until ? new Date(until) : null
  if (end && end.getTime() <= Date.now())
    throw problem('staff_roles.until', { message: 'Choose a date in the future, or leave it empty.', field: 'until' })
  return { role, until: end }
}

async function networkOf(tx: Transaction, id: number | null): Promise<string | null> {
  if (id === null) return null
  const { rows } = await tx.query<{ display_name: string }>(selectRoleNetwork({ id }))
  if (!rows[0]) throw problem('staff_roles.network', { message: 'Choose a network.', field: 'peer_network_id' })
  return rows[0].display_name
}

async function endStaffRole(desk: RoleDesk, call: Call<{ id: number }>): Promise<number> {
  const { viewer, args } = call
  requirePermission(viewer, 'roles', 'somewhere')
  const userId = await transaction(desk.pool, desk.bus, async (tx) => {
    const owners = await tx.query<{ id: number }>(lockOwners())
    const { rows } = await tx.query<HeldRole>(lockRole({ id: args.id }))
    if (!rows[0]) throw hiddenFromMembers('id')
    const { id, user_id, role, network_id } = rows[0]
    requirePermission(viewer, 'roles', network_id === null ? undefined : { networks: [network_id] })
    refuseLastOwner(rows[0], owners.rows)
    // Owners may resign by themselves.
    if (role === 'owner' && network_id === null && user_id !== viewer.id)
      await requireApproval(tx, call, 'EndStaffRole')
    await tx.query(endRole({ id, endedBy: viewer.id }))
    await recordStaffAction(tx, viewer.id, {
      act: 'role.ended',
      itemId: id,
      itemName: `Member ${user_id}`,
      before: { role, peer_network_id: network_id },
    })
    const network = await networkOf(tx, network_id)
    await tell(tx, desk, { userId: user_id, role: role as StaffRole, network, isGranted: false })
    return user_id
  })
  desk.forget(userId)
  return viewer.id
}

function refuseLastOwner({ role, network_id, user_id }: HeldRole, owners: readonly { id: number }[]) {
  const isOwner = role === 'owner' && network_id === null
  if (isOwner && owners.every(({ id }) => id === user_id))
    throw problem('staff_roles.last_owner', {
      message: 'This is the last owner who can sign in. Make another owner first.',
      field: 'id',
    })
}

interface Told {
  userId: number
  role: StaffRole
  network: string | null
  isGranted: boolean
}

async function tell(tx: Transaction, desk: RoleDesk, { userId, ...change }: Told) {
  const person = await personOf(tx.query, userId)
  if (person)
    await queueMail(tx, { to: person.email, kind: 'staff-role', letter: roleChangedEmail(person, desk, change) })
}
