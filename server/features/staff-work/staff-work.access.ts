/** Whose work it is, for everyone who holds a role. What waits is read from the features that it waits in. */
import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const workDesk = checkedRelations({
  /** One row for staff, none for others. */
  work_desk: sql`select ${viewer.id} as staff_id where ${viewer.is_staff}`,
  work_assignments: sql`select w.* from work_assignments w where ${viewer.is_staff}`,
  work_colleagues: sql`
    select distinct g.user_id from staff_grants g join users u on u.id = g.user_id and u.is_staff and not u.suspended
    where g.ended_at is null and coalesce(g.until > now(), true) and ${viewer.is_staff}`,
})
