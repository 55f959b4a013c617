import { statement } from '#server/platform/database/statement.ts'
import { Parameter, sql, trustedSql } from '#server/platform/graph/sql.ts'
import { networks } from '#server/features/networks/index.ts'
import { CALENDAR_DAYS_BACK, CALENDAR_EVENTS } from '#shared/events.ts'
import { events } from '../events.access.ts'

export const upsertCalendarToken = statement(
  'upsert-calendar-token',
  { userId: 'bigint', hash: 'text' },
  (p) => sql`insert into calendar_tokens (user_id, token_hash) values (${p.userId}, ${p.hash})
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = now(), fetched_at = null`,
)

export const takeCalendarFetch = statement(
  'take-calendar-fetch',
  { hash: 'text' },
  (p) => sql`update calendar_tokens set fetched_at = now() where token_hash = ${p.hash} returning user_id`,
)

const WALL = trustedSql(`'YYYY-MM-DD"T"HH24:MI'`)
const columns = sql`
  select e.id, e.sequence, e.changed_at, e.title, e.description,
    nullif(concat_ws(', ', e.venue, (select l.name from ${networks.locations} l where l.id = e.location_id)), '') as place,
    to_char(e.wall_start, ${WALL}) as wall_start, to_char(e.wall_end, ${WALL}) as wall_end, e.start_date, e.end_date,
    e.time_zone, e.cancelled_at is not null as is_cancelled,
    (select r.status from ${events.own_registrations} r where r.event_id = e.id) as status
  from ${events.events} e`

export const selectCalendarEvent = (id: number) =>
  sql`${columns} where e.id = ${new Parameter('event', 'bigint', () => id)}`

/** The newest if there are more than a calendar should have. */
export const selectCalendarEvents = sql`
  ${columns} where e.end_date > now() - make_interval(days => ${CALENDAR_DAYS_BACK})
  order by e.start_date desc, e.id desc limit ${CALENDAR_EVENTS}`
