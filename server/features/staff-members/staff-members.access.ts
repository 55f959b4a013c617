/** What staff read of an account; no one else can read it here. */
import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'

export const memberDesk = checkedRelations({
  staff_members: sql`
    select u.id, u.name, u.email::text as email, u.current_state, u.is_staff, u.suspended, u.date_joined, u.last_online_at,
      (select count(*)::integer from sessions s where s.user_id = u.id and s.expires_at > now()) as num_of_sessions
    from users u where ${viewer.is_staff} and u.id <> ${ANONYMOUS_USER_ID}`,
  staff_suspensions: sql`select s.* from suspensions s where ${viewer.is_staff}`,
})
