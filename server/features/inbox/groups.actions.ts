import type pg from 'pg'
import {
  claimValues,
  earlierResult,
  orEarlierResult,
  type IdempotentRequest,
} from '#server/platform/database/idempotency.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import { countActs, limitsOf } from '#server/platform/limits/limits.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { forbidden, problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { groupNameProblem, MEMBERS_LIMITS, WELCOME_LENGTH, type GroupType } from '#shared/inbox.ts'
import { recipientsOf, notFoundProblem, requireChattable, requireGroup } from './group-access.ts'
import { cleanChat, type ChatBody } from './bodies.ts'
import {
  archiveForMember,
  archiveGroup,
  claimGroup,
  closeEmptyGroup,
  transferAdmin,
  insertGroup,
  leave,
  lockGroup,
  renameGroup,
  selectRoom,
  setWelcome,
  settleClaim,
  upsertMembers,
  type Group,
  type Room,
} from './inbox.sql.ts'
import { changed, left, settingsChanged } from './inbox.signals.ts'
import { invite } from './invitations.actions.ts'
import { writeMessage } from './messages.actions.ts'

export const groupActions = (pool: pg.Pool, bus: Bus): Actions => ({
  createGroup: (call: Call<never>) => createGroup(pool, bus, call),
  leaveGroup: (call: Call<never>) => leaveGroup(pool, bus, call),
  updateGroupName: (call: Call<never>) => updateGroupName(pool, bus, call),
  updateGroupWelcome: (call: Call<never>) => updateGroupWelcome(pool, bus, call),
  archiveGroup: (call: Call<never>) => setArchived(pool, bus, call),
})

interface CreateArgs {
  group_type: GroupType
  name: string
  members: number[]
  first_message: string
  idempotency_key: string
}

async function createGroup(pool: pg.Pool, bus: Bus, call: Call<CreateArgs>): Promise<number> {
  const started = await startConversation(pool, call, { operation: 'createGroup' })
  return typeof started === 'number' ? started : transaction(pool, bus, started)
}

/**
 * A conversation, once per key: in a direct message both are members at once, in a group the others are invited. Resolves
 * to the id of the group if the key was used before, else to what writes it in a transaction.
 */
export async function startConversation(
  pool: pg.Pool,
  call: Call<CreateArgs>,
  { operation, threadId }: { operation: string; threadId?: number },
): Promise<number | ((tx: Transaction) => Promise<number>)> {
  const { idempotency_key: key, ...asked } = call.args
  const { viewer } = call
  const intent: IdempotentRequest = { userId: viewer.id, key, operation, asked }
  const claimed = claimValues(intent)
  const begun = await orEarlierResult(pool, intent, () => prepareGroup(pool, call))
  if (typeof begun === 'number') return begun
  const { type, name, others, body } = begun
  const pair = type === 'one_to_one' ? [viewer.id, others[0]!].sort((a, b) => a - b) : null
  const limits = await limitsOf(pool, viewer)
  return async (tx) => {
    const { rows } = await tx.query<{ result: number }>(claimGroup(claimed))
    if (!rows[0]) return (await earlierResult(tx, intent))!
    const made = await tx.query<{ id: number }>(
      insertGroup({
        id: rows[0].result,
        groupType: type,
        name,
        membersLimit: MEMBERS_LIMITS[type],
        pair,
        createdBy: viewer.id,
      }),
    )
    const { id } = made.rows[0]!
    if (id !== rows[0].result) await tx.query(settleClaim({ userId: viewer.id, key, result: id }))
    else if (pair) await countActs(tx, limits, { first_message: 1 })
    await tx.query(lockGroup({ groupId: id }))
    await tx.query(upsertMembers({ groupId: id, userIds: pair ?? [viewer.id], adminId: pair ? null : viewer.id }))
    await writeMessage(tx, { groupId: id, senderId: viewer.id, body, ...(threadId !== undefined && { threadId }) })
    if (!pair) await invite(tx, { groupId: id, limits, invitees: others })
    return id
  }
}

interface Begun {
  type: GroupType
  name: string
  others: number[]
  body: ChatBody
}

async function prepareGroup(pool: pg.Pool, { viewer, args }: Call<CreateArgs>): Promise<Begun> {
  const { group_type: type } = args
  if (type === 'internal_circles' && !viewer.is_staff)
    throw forbidden(
      problem('inbox.staff_only', {
        message: 'Only staff can create circles. Choose a small or large group.',
        field: 'group_type',
      }),
    )
  const wrong = groupNameProblem(args.name, type)
  if (wrong) throw problem('inbox.name', { message: wrong, field: 'name' })
  const others = await requireChattable(pool, viewer, args.members)
  if (type === 'one_to_one' && others.length > 1)
    throw problem('inbox.two_only', {
      message: 'A direct message has one other member. Choose one, or create a group.',
      field: 'members',
    })
  const body = cleanChat(args.first_message, [], 'first_message')
  return { type, name: type === 'one_to_one' ? '' : nameOf(args.name), others, body }
}

const nameOf = (name: string) => name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

/** Leaves a group; a last admin passes the role on. Resolves to the group's id. */
async function leaveGroup(pool: pg.Pool, bus: Bus, { viewer, args }: Call<{ group_id: number }>): Promise<number> {
  const group = await requireGroup(pool, viewer, args.group_id)
  if (group.group_type === 'one_to_one')
    throw problem('inbox.two_stay', {
      message: 'You can’t leave a direct message. Archive or mute it instead.',
      field: 'group_id',
    })
  return transaction(pool, bus, async (tx) => {
    await tx.query(lockGroup({ groupId: group.id }))
    const users = await recipientsOf(tx, group.id)
    const { rows } = await tx.query(leave({ groupId: group.id, userId: viewer.id }))
    if (!rows[0]) throw notFoundProblem()
    await tx.query(transferAdmin({ groupId: group.id }))
    await tx.query(closeEmptyGroup({ groupId: group.id }))
    tx.announce(left({ groupId: group.id, actorId: viewer.id, users }))
    return group.id
  })
}

/** Changes a group as its admin, under its lock: a member who has just lost the role can no longer change it. */
async function asAdmin(
  pool: pg.Pool,
  bus: Bus,
  { viewer, group }: { viewer: Viewer; group: Group },
  change: (tx: Transaction) => Promise<unknown>,
): Promise<number> {
  return transaction(pool, bus, async (tx) => {
    await tx.query(lockGroup({ groupId: group.id }))
    const { rows } = await tx.query<Room>(selectRoom({ groupId: group.id, userId: viewer.id }))
    if (!rows[0]!.is_member) throw notFoundProblem()
    if (!rows[0]!.is_admin && group.group_type !== 'one_to_one')
      throw forbidden(
        problem('inbox.admins_only', {
          message: 'Only a group admin can change this. Ask an admin.',
          field: 'group_id',
        }),
      )
    await change(tx)
    tx.announce(changed({ groupId: group.id, actorId: viewer.id, users: await recipientsOf(tx, group.id) }))
    return group.id
  })
}

async function updateGroupName(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ group_id: number; name: string }>,
): Promise<number> {
  const group = await requireGroup(pool, viewer, args.group_id)
  if (group.group_type === 'one_to_one')
    throw problem('inbox.two_unnamed', {
      message: 'A direct message is named after the other member.',
      field: 'name',
    })
  const wrong = groupNameProblem(args.name)
  if (wrong) throw problem('inbox.name', { message: wrong, field: 'name' })
  return asAdmin(pool, bus, { viewer, group }, (tx) =>
    tx.query(renameGroup({ groupId: group.id, name: nameOf(args.name) })),
  )
}

/** Updates the welcome text for invitees, and the message that new members should read first; null for none. */
async function updateGroupWelcome(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ group_id: number; welcome_text: string; welcome_message_id?: number | null }>,
): Promise<number> {
  const group = await requireGroup(pool, viewer, args.group_id)
  const text = args.welcome_text.trim()
  const { length } = [...text]
  if (length > WELCOME_LENGTH)
    throw problem('inbox.welcome_too_long', {
      message: `The welcome text is ${length} characters long. The limit is ${WELCOME_LENGTH}.`,
      field: 'welcome_text',
    })
  return asAdmin(pool, bus, { viewer, group }, (tx) =>
    tx.query(setWelcome({ groupId: group.id, text, messageId: args.welcome_message_id ?? null })),
  )
}

/**
 * An archived group is read-only until an admin reopens it. A direct message is archived per member: the other member
 * is not notified, and the next message unarchives it.
 */
async function setArchived(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ group_id: number; archived: boolean }>,
): Promise<number> {
  const group = await requireGroup(pool, viewer, args.group_id)
  if (group.group_type !== 'one_to_one')
    return asAdmin(pool, bus, { viewer, group }, (tx) =>
      tx.query(archiveGroup({ groupId: group.id, archived: args.archived })),
    )
  return transaction(pool, bus, async (tx) => {
    await tx.query(lockGroup({ groupId: group.id }))
    const { rows } = await tx.query(
      archiveForMember({ groupId: group.id, userId: viewer.id, isArchived: args.archived }),
    )
    if (!rows[0]) throw notFoundProblem()
    tx.announce(settingsChanged({ groupId: group.id, actorId: viewer.id, users: [viewer.id] }))
    return group.id
  })
}
