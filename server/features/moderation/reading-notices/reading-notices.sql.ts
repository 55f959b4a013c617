/** What staff read of private replies on one day, and whom that concerns. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

/** No row: they have been sent. */
export const claimDay = statement(
  'claim-reading-notices',
  { day: 'text' },
  (p) => sql`insert into reading_notices (day) values (${p.day}::date) on conflict do nothing returning day`,
)

export interface ReadingsOfMember {
  user_id: number
  /** The discussions with the time of the first reading, in ISO 8601. */
  readings: { thread_id: number; at: string }[]
}
/** For the readers of each private reply, but not for the staff who read it; in networks that say so. */
export const selectReadings = statement(
  'select-reading-notices',
  { day: 'text' },
  (p) => sql`
    select x.user_id, json_agg(json_build_object('thread_id', x.thread_id, 'at', x.at) order by x.at) as readings from (
      select r.id as user_id, m.thread_id, min(e.at) as at
      from security_events e
      join messages m on m.id = (e.facts ->> 'private_reply')::bigint and m.is_private and m.removed_at is null
      cross join unnest(m.private_reader_ids) as r(id)
      where e.kind = 'staff.read' and e.at >= ${p.day}::date and e.at < ${p.day}::date + 1 and r.id <> e.user_id
        and exists (select from thread_peer_networks w join peer_networks n on n.id = w.peer_network_id
          where w.thread_id = m.thread_id and n.notifies_of_staff_reading)
      group by r.id, m.thread_id) x
    group by x.user_id order by x.user_id`,
)
