import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { deleteBlock, insertBlock, selectBlockable, type IsReadAuthor } from './blocks.sql.ts'

/** Blocks a member. Idempotent. Resolves to the member's id. */
export async function blockMember(
  pool: pg.Pool,
  isReadAuthor: IsReadAuthor,
  { viewer, args }: Call<{ user_id: number }>,
): Promise<number> {
  const { user_id } = args
  if (user_id === viewer.id) throw problem('people.own', { message: 'You can’t block yourself.', field: 'user_id' })
  const [member] = await selectRows<{ is_staff: boolean }>(pool, selectBlockable(user_id, isReadAuthor), viewer)
  if (!member) throw problem('people.not_found', { message: 'This member isn’t available.', field: 'user_id' })
  if (member.is_staff)
    throw problem('people.staff', {
      message:
        'Staff can’t be blocked because they’re responsible for the community. If something is wrong, contact support.',
      field: 'user_id',
    })
  await pool.query(insertBlock({ userId: viewer.id, blockedUserId: user_id }))
  return user_id
}

/** Unblocks a member. Resolves to the member's id. */
export async function unblockMember(pool: pg.Pool, { viewer, args }: Call<{ user_id: number }>): Promise<number> {
  await pool.query(deleteBlock({ userId: viewer.id, blockedUserId: args.user_id }))
  return args.user_id
}
