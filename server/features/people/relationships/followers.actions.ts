import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { deleteFollow, insertFollow, selectFollowable, upsertView } from './followers.sql.ts'
import { followed } from '#server/features/people/members/people.signals.ts'

interface Followable {
  id: number
  is_own: boolean
  is_parted: boolean
}

async function requireMember(pool: pg.Pool, viewer: Session, id: number): Promise<Followable> {
  const [member] = await selectRows<Followable & pg.QueryResultRow>(pool, selectFollowable(id), viewer)
  if (!member) throw problem('people.not_found', { message: 'This member isn’t available.', field: 'user_id' })
  return member
}

/** Follows a member, who is notified once. Resolves to the member's id. */
export async function followUser(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args: { user_id } }: Call<{ user_id: number }>,
): Promise<number> {
  const member = await requireMember(pool, viewer, user_id)
  if (member.is_own) throw problem('people.own', { message: 'You can’t follow yourself.', field: 'user_id' })
  // The same message for both sides: no one learns who blocked whom.
  if (member.is_parted)
    throw problem('people.not_followed', { message: 'You can’t follow this member.', field: 'user_id' })
  return transaction(pool, bus, async (tx) => {
    const { rowCount } = await tx.query(insertFollow({ userId: viewer.id, followedUserId: user_id }))
    if (rowCount) tx.announce(followed({ actorId: viewer.id, followedId: user_id }))
    return user_id
  })
}

/**
 * Also works for members whom the viewer can no longer find: a list must not contain entries that cannot be removed.
 */
export async function unfollowUser(pool: pg.Pool, { viewer, args }: Call<{ user_id: number }>): Promise<number> {
  await pool.query(deleteFollow({ userId: viewer.id, followedUserId: args.user_id }))
  return args.user_id
}

/** Views of the member's own profile are not counted. */
export async function trackMemberView(pool: pg.Pool, { viewer, args }: Call<{ user_id: number }>): Promise<number> {
  const member = await requireMember(pool, viewer, args.user_id)
  if (member.is_own) throw problem('people.own', { message: 'This is your own profile.', field: 'user_id' })
  await pool.query(upsertView({ userId: viewer.id, viewedUserId: args.user_id }))
  return args.user_id
}
