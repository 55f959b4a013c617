/** Statements for follows and profile views. Only members with a readable profile can be followed. */
import { statement } from '#server/platform/database/statement.ts'
import { Parameter, sql, viewer } from '#server/platform/graph/sql.ts'
import { blocks } from './blocks.access.ts'
import { profiles } from '#server/features/people/members/profiles.access.ts'

export const selectFollowable = (id: number) => sql`
  select p.id, p.id = ${viewer.id} as is_own,
    exists (select from ${blocks.parted} b where b.user_id = p.id) as is_parted
  from ${profiles.profiles} p where p.id = ${new Parameter('member', 'bigint', () => id)} and not p.suspended`

export const insertFollow = statement(
  'insert-user-follow',
  { userId: 'bigint', followedUserId: 'bigint' },
  (p) =>
    sql`insert into user_follows (user_id, followed_user_id) values (${p.userId}, ${p.followedUserId}) on conflict do nothing returning user_id`,
)
export const deleteFollow = statement(
  'delete-user-follow',
  { userId: 'bigint', followedUserId: 'bigint' },
  (p) => sql`delete from user_follows where user_id = ${p.userId} and followed_user_id = ${p.followedUserId}`,
)
export const upsertView = statement(
  'upsert-profile-view',
  { userId: 'bigint', viewedUserId: 'bigint' },
  (p) => sql`insert into profile_views (user_id, viewed_user_id) values (${p.userId}, ${p.viewedUserId})
    on conflict (user_id, viewed_user_id) do update set viewed_at = now()`,
)
