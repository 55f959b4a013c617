/** Authors of anonymous posts are known only to themselves; staff see them only through moderation, which logs it. */
import { isCountedMember } from '#server/platform/session/account-states.ts'
import { uncheckedRelations, checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

const all = sql`select a.* from anonymous_messages a`

export const anonymity = checkedRelations({
  own_anonymous: sql`${all} where a.user_id = ${viewer.id}`,
  /** Used only in counts: members who share profile facts with the viewer. */
  peers: sql`
    select u.id, u.city, u.country, u.title, u.year_started_profession, c.num_of_employees, c.num_of_lawyers
    from users u left join companies c on c.id = u.company_id
    where ${isCountedMember(sql`u`)} and exists (
      select from peer_network_memberships m where m.user_id = u.id and m.peer_network_id = any(${viewer.networks}))`,
  profile: sql`
    select u.id, u.first_name, u.last_name, u.email, u.city, u.country, u.title, u.company_name, u.year_started_profession,
      c.num_of_employees, c.num_of_lawyers
    from users u left join companies c on c.id = u.company_id where u.id = ${viewer.id}`,
})

/** For actions only, which must deliver a reply to its real readers. */
export const hidden = uncheckedRelations({
  hidden_authors: { rows: all, wall: sql`${all} where a.user_id = ${viewer.id}` },
})
