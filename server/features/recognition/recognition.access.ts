/**
 * Access rules for badges and titles. A badge is visible only to its member until they show it, and then on their
 * profile to everyone who can read it. An accepted title appears next to the member's name; offers are visible only to
 * staff and the member.
 */
import { profiles } from '#server/features/people/index.ts'
import { uncheckedRelations, checkedRelations, sql, viewer, may } from '#server/platform/graph/sql.ts'

const held = sql`select e.* from user_badges e where e.withdrawn_at is null`
const shown = sql`${held} and e.public`
const valid = sql`t.withdrawn_at is null and (t.expiration_date is null or t.expiration_date > now())`

export const recognition = checkedRelations({
  own_badges: sql`${held} and e.user_id = ${viewer.id}`,
  /** The viewer's own badges, and badges shown on profiles that the viewer can read. */
  user_badges: sql`
    ${held} and (e.user_id = ${viewer.id}
      or e.public and exists (select from ${profiles.profiles} p where p.id = e.user_id))`,
  own_titles: sql`select t.* from community_titles t where t.user_id = ${viewer.id} and ${valid}`,
  /** What staff can read. */
  badge_desk: sql`select b.* from badges b where ${may('content')}`,
  badge_awards: sql`select e.* from user_badges e where ${may('content')}`,
  title_offers: sql`select t.* from community_titles t where ${may('content')}`,
})

export const reachedRecognition = uncheckedRelations({
  /** The list of all badges is not secret. */
  badges: sql`select b.* from badges b`,
  /** For a profile that has been checked already. */
  shown_badges: {
    rows: shown,
    wall: sql`${shown} and exists (select from (${profiles.profiles.rows}) p where p.id = e.user_id)`,
  },
  /** Shown next to a name, to everyone who can read the name. */
  shown_titles: sql`select t.* from community_titles t where t.status = 'accepted' and ${valid}`,
})
