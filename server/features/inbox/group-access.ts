/**
 * Shared checks of the inbox actions: can the viewer access the group, can they message these members, who is notified.
 */
import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import { problem } from '#server/platform/problems.ts'
import { selectChattable, selectGroup, selectRecipients, type Group } from './inbox.sql.ts'

export const notFoundProblem = () =>
  problem('inbox.not_found', {
    message: 'This conversation isn’t available, or you’re not in it. Your text is saved.',
    field: 'group_id',
  })

/** Returns the group, or refuses if the viewer is not a member of it. */
export async function requireGroup(pool: pg.Pool, viewer: Viewer, groupId: number): Promise<Group> {
  const [group] = await selectRows<Group>(pool, selectGroup(groupId), viewer)
  if (!group?.is_member) throw notFoundProblem()
  return group
}

/**
 * The requested ids without duplicates, if the viewer can message all of them. A member they cannot message looks like
 * one who does not exist.
 */
export async function requireChattable(pool: pg.Pool, viewer: Viewer, asked: readonly number[]): Promise<number[]> {
  const ids = [...new Set(asked)].filter((id) => id !== viewer.id)
  if (ids.length === 0)
    throw problem('inbox.members_missing', { message: 'Choose at least one member.', field: 'members' })
  const found = await selectRows<{ id: number }>(pool, selectChattable(ids), viewer)
  if (found.length < ids.length)
    throw problem('inbox.member_not_found', {
      message: 'You can’t message one of the members you chose. Choose again. Your text is saved.',
      field: 'members',
    })
  return found.map(({ id }) => id)
}

export async function recipientsOf(
  tx: Pick<pg.Pool, 'query'> | Pick<Transaction, 'query'>,
  groupId: number,
): Promise<number[]> {
  const { rows } = await tx.query<{ users: number[] }>(selectRecipients({ groupId }))
  return rows[0]!.users
}

export const isArchived = () =>
  problem('inbox.archived', {
    message: 'This conversation is archived, so you can’t send messages. Your text is saved.',
    field: 'group_id',
  })
