/**
 * Who sees what a member has earned. A badge is its member's alone until they show it, and then stands on a page that
 * the reader must be able to read; a title stands beside the name of the member who accepted it, and offers are between staff
 * and the member.
 */
import { profiles } from '#server/features/people/index.ts'
import { uncheckedRelations, checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

const held = sql`select e.* from user_badges e where e.withdrawn_at is null`
const shown = sql`${held} and e.public`
const valid = sql`t.withdrawn_at is null and (t.expiration_date is null or t.expiration_date > now())`

export const recognition = checkedRelations({
  own_badges: sql`${held} and e.user_id = ${viewer.id}`,
  /** One's own, and what others show on a page that the viewer may read. */
  user_badges: sql`
    ${held} and (e.user_id = ${viewer.id}
      or e.public and exists (select from ${profiles.profiles} p where p.id = e.user_id))`,
  own_titles: sql`select t.* from community_titles t where t.user_id = ${viewer.id} and ${valid}`,
  /** What staff read of it. */
  badge_desk: sql`select b.* from badges b where ${viewer.is_staff}`,
  badge_awards: sql`select e.* from user_badges e where ${viewer.is_staff}`,
  title_offers: sql`select t.* from community_titles t where ${viewer.is_staff}`,
})

export const reachedRecognition = uncheckedRelations({
  /** What can be earned is no secret. */
  badges: sql`select b.* from badges b`,
  /** Beside a profile that was checked. */
  shown_badges: {
    rows: shown,
    wall: sql`${shown} and exists (select from (${profiles.profiles.rows}) p where p.id = e.user_id)`,
  },
  /** Beside a name, to every reader of the name. */
  shown_titles: sql`select t.* from community_titles t where t.status = 'accepted' and ${valid}`,
})
