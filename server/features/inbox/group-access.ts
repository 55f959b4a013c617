/** What every act in the inbox asks first: is it here for the viewer, may they be written to, who hears of it. */
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

/** The group, of which the viewer is a member. */
export async function requireGroup(pool: pg.Pool, viewer: Viewer, groupId: number): Promise<Group> {
  const [group] = await selectRows<Group>(pool, selectGroup(groupId), viewer)
  if (!group?.is_member) throw notFoundProblem()
  return group
}

/** The ids of the members asked for, all of whom the viewer may write to. Anyone who may not be is as if not there. */
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
  const { rows } = await tx.query<{ users: number[] }>({ ...selectRecipients, values: [groupId] })
  return rows[0]!.users
}

export const isArchived = () =>
  problem('inbox.archived', {
    message: 'This conversation is archived, so you can’t send messages. Your text is saved.',
    field: 'group_id',
  })
