/** Follow relations. Suspended members are not listed and not counted. */
import { uncheckedRelations, checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const followers = {
  ...checkedRelations({
    own_follows: sql`select f.followed_user_id, f.created_at from user_follows f where f.user_id = ${viewer.id}`,
    own_followers: sql`
      select f.user_id, f.created_at from user_follows f join users u on u.id = f.user_id and not u.suspended
      where f.followed_user_id = ${viewer.id}`,
    own_profile_views: sql`select v.viewed_user_id, v.viewed_at from profile_views v where v.user_id = ${viewer.id}`,
  }),
  ...uncheckedRelations({
    user_follows: sql`
      select f.* from user_follows f
      join users a on a.id = f.user_id and not a.suspended join users b on b.id = f.followed_user_id and not b.suspended`,
  }),
}
