import type pg from 'pg'
import {
  claimValues,
  earlierResult,
  orEarlierResult,
  type IdempotentRequest,
} from '#server/platform/database/idempotency.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { countActs, limitsOf, type Limits } from '#server/platform/limits/limits.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { forbidden, problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { fullSentence, placesLeft } from '#shared/inbox.ts'
import { namesInWords } from '#shared/discussions.ts'
import { recipientsOf, isArchived, notFoundProblem, requireChattable, requireGroup } from './group-access.ts'
import { invited, joined, left } from './inbox.signals.ts'
import {
  answerInvitation,
  claimActOnGroup,
  lockGroup,
  selectGroup,
  selectInvitable,
  selectRoom,
  selectNotifiedMembers,
  upsertInvitations,
  upsertMembers,
  type Group,
  type Room,
} from './inbox.sql.ts'

export const invitationActions = (pool: pg.Pool, bus: Bus): Actions => ({
  inviteMembersToGroup: (call: Call<never>) => inviteMembersToGroup(pool, bus, call),
  handleGroupInvitation: (call: Call<never>) => handleGroupInvitation(pool, bus, call),
})

interface InviteArgs {
  group_id: number
  members: number[]
  idempotency_key: string
}

/** Invites members: admins only, but in a small group every member can. Resolves to the group's id. */
async function inviteMembersToGroup(pool: pg.Pool, bus: Bus, call: Call<InviteArgs>): Promise<number> {
  const { idempotency_key: key, ...asked } = call.args
  const { viewer } = call
  const intent: IdempotentRequest = { userId: viewer.id, key, operation: 'inviteMembersToGroup', asked }
  const claimed = claimValues(intent)
  const wanted = await orEarlierResult(pool, intent, () => prepareInvitations(pool, call))
  if (typeof wanted === 'number') return wanted
  const { group, invitees } = wanted
  const limits = await limitsOf(pool, viewer)
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query(claimActOnGroup({ ...claimed, result: group.id }))
    if (!rows[0]) return (await earlierResult(tx, intent))!
    await tx.query(lockGroup({ groupId: group.id }))
    await invite(tx, { groupId: group.id, limits, invitees })
    return group.id
  })
}

async function prepareInvitations(pool: pg.Pool, { viewer, args }: Call<InviteArgs>) {
  const group = await requireGroup(pool, viewer, args.group_id)
  if (group.group_type === 'one_to_one')
    throw problem('inbox.two_only', {
      message: 'You can’t add members to a direct message. Create a group instead.',
      field: 'group_id',
    })
  if (!group.is_admin && group.group_type !== 'small_group_chat')
    throw forbidden(
      problem('inbox.admins_only', {
        message: 'Only a group admin can invite members. Ask an admin.',
        field: 'group_id',
      }),
    )
  return { group, invitees: await requireChattable(pool, viewer, args.members) }
}

interface InvitationPages {
  groupId: number
  /** The inviter's limits. */
  limits: Limits
  invitees: readonly number[]
}

/** Runs under the group's lock, so that the member limit holds under concurrent invitations and joins. */
export async function invite(tx: Transaction, { groupId, limits, invitees }: InvitationPages): Promise<void> {
  const inviterId = limits.memberId
  const { rows: groups } = await tx.query<Group>(lockGroup({ groupId }))
  const { is_closed, members_limit, group_type } = groups[0]!
  const { rows: rooms } = await tx.query<Room>(selectRoom({ groupId, userId: inviterId }))
  const room = rooms[0]!
  if (!room.is_member || (!room.is_admin && group_type !== 'small_group_chat')) throw notFoundProblem()
  if (is_closed) throw isArchived()
  const { rows: fresh } = await tx.query<{ id: number; name: string; has_rejected: boolean }>(
    selectInvitable({ groupId, userIds: invitees }),
  )
  const refused = fresh.filter(({ has_rejected }) => has_rejected).map(({ name }) => name)
  if (refused.length > 0)
    throw problem('inbox.not_invited', {
      message: `${namesInWords(refused)} can’t be invited to this group right now. Remove them and try again.`,
      field: 'members',
    })
  const places = placesLeft({ members_limit, ...room })
  if (fresh.length > places)
    throw problem('inbox.full', { message: fullSentence(members_limit, places), field: 'members' })
  if (fresh.length === 0) return
  await countActs(tx, limits, { group_invitation: fresh.length })
  const ids = fresh.map(({ id }) => id)
  await tx.query(upsertInvitations({ groupId, inviteeIds: ids, inviterId }))
  const { rows: told } = await tx.query<{ users: number[] }>(selectNotifiedMembers({ userIds: ids }))
  const users = [...new Set([...(await recipientsOf(tx, groupId)), ...told[0]!.users])]
  tx.announce(invited({ groupId, actorId: inviterId, users, inviteeIds: ids }))
}

/** Accepts or declines a pending invitation; the answer is final. Resolves to the group's id. */
async function handleGroupInvitation(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ group_id: number; invitation_status: string }>,
): Promise<number> {
  const { group_id: groupId, invitation_status: status } = args
  const [group] = await selectRows<Group>(pool, selectGroup(groupId), viewer)
  if (!group || group.is_member) throw noInvitation()
  if (status === 'waiting')
    throw problem('inbox.answer', { message: 'Answer with approved or rejected.', field: 'invitation_status' })
  return transaction(pool, bus, async (tx) => {
    await tx.query(lockGroup({ groupId }))
    const { rows: rooms } = await tx.query<Room>(selectRoom({ groupId, userId: viewer.id }))
    const { rows } = await tx.query(answerInvitation({ groupId, inviteeId: viewer.id, status }))
    if (!rows[0]) throw noInvitation()
    if (status === 'approved') {
      if (rooms[0]!.members >= group.members_limit)
        throw problem('inbox.full', {
          message: 'This group is full. Your invitation is valid until it expires; contact the member who invited you.',
          field: 'group_id',
        })
      await tx.query(upsertMembers({ groupId, userIds: [viewer.id], adminId: null }))
    }
    const users = [...new Set([...(await recipientsOf(tx, groupId)), viewer.id])]
    tx.announce((status === 'approved' ? joined : left)({ groupId, actorId: viewer.id, users }))
    return groupId
  })
}

const noInvitation = () =>
  problem('inbox.invitation_not_found', {
    message: 'This invitation is no longer available. It may have been answered, withdrawn, or expired.',
    field: 'group_id',
  })
