/** What every act in the inbox asks first: is it here for the viewer, may they be written to, who hears of it. */
import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import { problem } from '#server/platform/problems.ts'
import { selectChattable, selectGroup, selectHearers, type Group } from './inbox.sql.ts'

export const notHere = () =>
  problem('inbox.not_found', {
    message: 'This conversation is not here, or you are not in it. Your text is kept.',
    field: 'group_id',
  })

/** The group, of which the viewer is a member. */
export async function requireGroup(pool: pg.Pool, viewer: Viewer, groupId: number): Promise<Group> {
  const [group] = await selectRows<Group>(pool, selectGroup(groupId), viewer)
  if (!group?.is_member) throw notHere()
  return group
}

/** The ids of the members asked for, all of whom the viewer may write to. Whoever may not be is as if not there. */
export async function requireChattable(pool: pg.Pool, viewer: Viewer, asked: readonly number[]): Promise<number[]> {
  const ids = [...new Set(asked)].filter((id) => id !== viewer.id)
  if (ids.length === 0)
    throw problem('inbox.members_missing', { message: 'Choose at least one member.', field: 'members' })
  const found = await selectRows<{ id: number }>(pool, selectChattable(ids), viewer)
  if (found.length < ids.length)
    throw problem('inbox.member_not_found', {
      message: 'One of those you chose is not here, or cannot be written to. Choose again; your text is kept.',
      field: 'members',
    })
  return found.map(({ id }) => id)
}

export async function hearersOf(
  tx: Pick<pg.Pool, 'query'> | Pick<Transaction, 'query'>,
  groupId: number,
): Promise<number[]> {
  const { rows } = await tx.query<{ users: number[] }>({ ...selectHearers, values: [groupId] })
  return rows[0]!.users
}

export const isArchived = () =>
  problem('inbox.archived', {
    message: 'This conversation is archived and can only be read. Your text is kept.',
    field: 'group_id',
  })
