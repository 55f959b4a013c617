/** Staff manage teams: who pays, for how many seats, and who is a member. Every action is logged. */
import { inviteToTeam as sendTeamInvitation } from '#server/features/accounts/index.ts'
import { hiddenFromMembers, requirePermission, recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { NOBODY, sql, type Viewer } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { mayInEach } from '#shared/staff-roles.ts'
import { TEAM_NAME_LENGTH, TEAM_SEATS } from '#shared/membership.ts'
import type { Billing } from '#server/features/membership/billing.ts'
import { membership } from '#server/features/membership/membership.access.ts'
import { endCheckouts } from '#server/features/membership/membership.actions.ts'
import { changed } from '#server/features/membership/membership.signals.ts'
import { settleTeam } from '#server/features/membership/membership.sql.ts'
import { syncSubscription } from '#server/features/membership/payment-provider/subscription-sync.ts'
import {
  countTaken,
  enterTeam,
  insertTeam,
  joinTeamNetwork,
  extendGracePeriod,
  leaveTeam,
  lockTeamById,
  selectCandidate,
  selectLoneCheckouts,
  selectRepriced,
  selectTeamMembers,
  setBillingAdmin,
  updateTeam,
} from './teams.sql.ts'

interface Team {
  id: number
  name: string
  seats: number
  peer_network_id: number
}

const refuse = (reason: string, field: string, message: string) => problem(`membership.${reason}`, { message, field })

async function requireTeam(tx: Transaction, viewer: Viewer, id: number, field = 'team_id'): Promise<Team> {
  const { rows } = await tx.query<Team>(lockTeamById({ id }))
  if (!rows[0] || !mayInEach(viewer.grants, 'finance', [rows[0].peer_network_id])) throw hiddenFromMembers(field)
  return rows[0]
}

/** Members plus open invitations; an invitation to this address does not count against itself. */
async function takenSeats(tx: Transaction, teamId: number, email = ''): Promise<number> {
  const { rows } = await tx.query<{ members: number; invited: number }>(countTaken({ teamId, email }))
  return rows[0]!.members + rows[0]!.invited
}

async function requireSeat(tx: Transaction, team: Team, email: string): Promise<void> {
  const taken = await takenSeats(tx, team.id, email)
  if (taken >= team.seats)
    throw refuse(
      'team_full',
      'email',
      `${taken === 1 ? 'The only seat is' : `All ${team.seats} seats are`} taken. Add seats first.`,
    )
}

export interface SaveTeamArgs {
  id?: number | null
  name: string
  peer_network_id: number
  seats: number
}

/** Resolves to the team's id. A changed number of seats changes the amount of the next renewal. */
export async function saveTeam({ pool, bus }: Billing, { viewer, args }: Call<SaveTeamArgs>): Promise<number> {
  requirePermission(viewer, 'finance', { networks: [args.peer_network_id] })
  const name = args.name.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  const { id, peer_network_id, seats } = args
  if (name === '') throw refuse('team_name', 'name', 'Enter the company name.')
  if ([...name].length > TEAM_NAME_LENGTH)
    throw refuse(
      'team_name',
      'name',
      `The company name is ${[...name].length} characters long. The limit is ${TEAM_NAME_LENGTH}.`,
    )
  if (seats < TEAM_SEATS.min || seats > TEAM_SEATS.max)
    throw refuse('team_seats', 'seats', `A team can have ${TEAM_SEATS.min} to ${TEAM_SEATS.max} seats.`)
  return transaction(pool, bus, async (tx) => {
    const before = id ? await requireTeam(tx, viewer, id, 'id') : undefined
    const taken = before ? await takenSeats(tx, before.id) : 0
    if (seats < taken)
      throw refuse('team_seats', 'seats', `${taken} seats are taken. Remove members or withdraw invitations first.`)
    const { rows } = await tx.query<{ id: number }>(
      before
        ? updateTeam({ id: before.id, name, peerNetworkId: peer_network_id, seats })
        : insertTeam({ name, peerNetworkId: peer_network_id, seats }),
    )
    if (!rows[0]) throw refuse('team_network', 'peer_network_id', 'Choose a network.')
    const teamId = rows[0].id
    await recordStaffAction(tx, viewer.id, {
      act: before ? 'team.changed' : 'team.made',
      itemId: teamId,
      itemName: name,
      ...(before && { before: { name: before.name, seats: before.seats, peer_network_id: before.peer_network_id } }),
      after: { name, seats, peer_network_id },
    })
    await reprice(tx, teamId)
    return teamId
  })
}

const reprice = (tx: Transaction, teamId: number) =>
  tx.enqueue('membership:reprice-team', { team_id: teamId }, { key: `membership:reprice-team:${teamId}` })

export interface MemberArgs {
  team_id: number
  user_id: number
}

interface Candidate {
  id: number
  team_id: number | null
  team_name: string | null
  team_size: number
  is_paid: boolean
}

/** Adds an existing user to the team and removes them from their own team of one, if it is unpaid. */
export async function addTeamMember(
  billing: Billing,
  { viewer, args }: Call<{ team_id: number; email: string }>,
): Promise<number> {
  requirePermission(viewer, 'finance', 'somewhere')
  const address = args.email.trim().toLowerCase()
  const { pool, bus, forget } = billing
  // Ends the member's own open checkouts, so that they cannot pay for a team that is left empty.
  const { rows: begun } = await pool.query<{ ref: string }>(
    selectLoneCheckouts({ email: address, teamId: args.team_id }),
  )
  await endCheckouts(billing, begun)
  const added = await transaction(pool, bus, async (tx) => {
    const team = await requireTeam(tx, viewer, args.team_id)
    const { rows } = await tx.query<Candidate>(selectCandidate({ email: address }))
    const candidate = requireFree(rows[0], team)
    if (!candidate) return undefined
    await requireSeat(tx, team, address)
    await tx.query(leaveTeam({ userId: candidate.id }))
    await tx.query(enterTeam({ teamId: team.id, userId: candidate.id }))
    await tx.query(joinTeamNetwork({ userId: candidate.id, peerNetworkId: team.peer_network_id }))
    await tx.query(settleTeam({ teamId: team.id }))
    await write(tx, viewer, team, { act: 'team.member_added', userId: candidate.id })
    await reprice(tx, team.id)
    tx.announce(changed([candidate.id]))
    return candidate.id
  })
  if (added) forget(added)
  return args.team_id
}

/** Undefined if the candidate is already in this team. */
function requireFree(candidate: Candidate | undefined, team: Team): Candidate | undefined {
  if (!candidate)
    throw refuse('no_such_member', 'email', 'No member has this email address. Invite them to the team instead.')
  if (candidate.team_id === team.id) return undefined
  if (candidate.team_size > 1)
    throw refuse(
      'in_another_team',
      'email',
      `This member is on the ${candidate.team_name} team. Remove them from that team first.`,
    )
  if (candidate.is_paid)
    throw refuse(
      'pays_alone',
      'email',
      'This member has their own paid membership. End it first; it stays active through the end of its term.',
    )
  return candidate
}

/** All members of the team, locked until the transaction ends, and the requested one. */
async function membersOf(tx: Transaction, team: Team, userId: number) {
  const { rows: members } = await tx.query<{ user_id: number; is_billing_admin: boolean }>(
    selectTeamMembers({ teamId: team.id }),
  )
  return { members, member: members.find(({ user_id }) => user_id === userId) }
}

/** Removes a member from the team. They keep access during the grace period, in which they can pay for themselves. */
export async function removeTeamMember(
  { pool, bus, forget }: Billing,
  { viewer, args }: Call<MemberArgs>,
): Promise<number> {
  requirePermission(viewer, 'finance', 'somewhere')
  await transaction(pool, bus, async (tx) => {
    const team = await requireTeam(tx, viewer, args.team_id)
    const { members, member } = await membersOf(tx, team, args.user_id)
    // Already removed: idempotent.
    if (!member) return
    if (member.is_billing_admin && members.length > 1)
      throw refuse(
        'is_billing_admin',
        'user_id',
        'This member is the billing admin. Choose another billing admin first.',
      )
    await tx.query(leaveTeam({ userId: args.user_id }))
    await tx.query(extendGracePeriod({ userId: args.user_id }))
    await write(tx, viewer, team, { act: 'team.member_removed', userId: args.user_id })
    await reprice(tx, team.id)
    tx.announce(changed([args.user_id]))
  })
  forget(args.user_id)
  return args.team_id
}

/** Makes one member the team's billing admin, who pays and can read the billing data. */
export async function setTeamBillingAdmin({ pool, bus }: Billing, { viewer, args }: Call<MemberArgs>): Promise<number> {
  requirePermission(viewer, 'finance', 'somewhere')
  await transaction(pool, bus, async (tx) => {
    const team = await requireTeam(tx, viewer, args.team_id)
    const { members, member } = await membersOf(tx, team, args.user_id)
    if (!member) throw hiddenFromMembers('user_id')
    if (member.is_billing_admin) return
    await tx.query(setBillingAdmin({ teamId: team.id, userId: args.user_id }))
    await write(tx, viewer, team, { act: 'team.billing_admin_named', userId: args.user_id })
    tx.announce(changed(members.map(({ user_id }) => user_id)))
  })
  return args.team_id
}

export interface InviteArgs {
  team_id: number
  email: string
  first_name: string
  last_name: string
  note?: string | null
}

export async function inviteToTeam(billing: Billing, { viewer, args }: Call<InviteArgs>): Promise<number> {
  requirePermission(viewer, 'finance', 'somewhere')
  const { email, first_name, last_name } = args
  const asked = { email, first_name, last_name, note: args.note ?? '' }
  return transaction(billing.pool, billing.bus, async (tx) => {
    const team = await requireTeam(tx, viewer, args.team_id)
    await sendTeamInvitation(billing, tx, {
      staffId: viewer.id,
      team,
      asked,
      requireSeat: (address) => requireSeat(tx, team, address),
    })
    await write(tx, viewer, team, { act: 'team.invitation_sent' })
    return team.id
  })
}

const write = (
  tx: Transaction,
  viewer: Viewer,
  team: Team,
  { act, userId }: { act: `team.${string}`; userId?: number },
) =>
  recordStaffAction(tx, viewer.id, {
    act,
    itemId: team.id,
    itemName: team.name,
    after: userId ? { user_id: userId } : {},
  })

/** Limits the repetitions when the seats change during requests to the provider. */
const REPRICED_AT_MOST = 5

/**
 * Updates the price of the next renewal to match the seats. The job is retried until the provider responds, and the
 * price is checked again afterwards: a seat change during the request saw the old price on record and did nothing.
 */
export async function repriceTeam(billing: Billing, teamId: number): Promise<void> {
  for (let times = 0; times < REPRICED_AT_MOST; times++) if (!(await repriceOnce(billing, teamId))) return
}

/** Returns false if the price is already right. */
async function repriceOnce(billing: Billing, teamId: number): Promise<boolean> {
  const { rows } = await billing.pool.query<{ ref: string; total: number; payer_id: number }>(
    selectRepriced({ teamId }),
  )
  const [found] = rows
  if (!found) return false
  const payer: Viewer = { ...NOBODY, id: found.payer_id }
  const [price] = await selectRows<{ amount: number; num_of_seats: number; total: number }>(
    billing.pool,
    sql`select p.amount, p.num_of_seats, p.total from ${membership.price} p`,
    payer,
  )
  if (!price || price.total === found.total) return false
  await billing.provider.reprice(found.ref, { seats: price.num_of_seats, unitAmount: price.amount })
  await syncSubscription(billing, found.ref)
  return true
}
