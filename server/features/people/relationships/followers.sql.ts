/** Statements for follows and profile views. Only members with a readable profile can be followed. */
import { Parameter, sql, viewer } from '#server/platform/graph/sql.ts'
import { blocks } from './blocks.access.ts'
import { profiles } from '#server/features/people/members/profiles.access.ts'

export const selectFollowable = (id: number) => sql`
  select p.id, p.id = ${viewer.id} as is_own,
    exists (select from ${blocks.parted} b where b.user_id = p.id) as is_parted
  from ${profiles.profiles} p where p.id = ${new Parameter('member', 'bigint', () => id)} and not p.suspended`

export const insertFollow = {
  name: 'insert-user-follow',
  text: 'insert into user_follows (user_id, followed_user_id) values ($1, $2) on conflict do nothing returning user_id',
}
export const deleteFollow = {
  name: 'delete-user-follow',
  text: 'delete from user_follows where user_id = $1 and followed_user_id = $2',
}
export const upsertView = {
  name: 'upsert-profile-view',
  text: `insert into profile_views (user_id, viewed_user_id) values ($1, $2)
    on conflict (user_id, viewed_user_id) do update set viewed_at = now()`,
}
