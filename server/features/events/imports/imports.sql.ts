/** Statements for imports of events and recordings. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export const selectCategoryNamed = statement(
  'select-event-category-named',
  { name: 'text' },
  (p) => sql`select c.id from event_categories c where lower(c.name) = lower(${p.name}) limit 1`,
)
export const selectLocationNamed = statement(
  'select-location-named',
  { name: 'text' },
  (p) => sql`select l.id from locations l
    where lower(${p.name}) in (lower(l.name), lower(l.name || ', ' || l.country)) order by l.id limit 1`,
)
export const selectKnownEvent = statement(
  'select-known-event',
  { networkId: 'bigint', title: 'text', wallStart: 'text' },
  (p) => sql`select e.id from events e where e.peer_network_id = ${p.networkId} and lower(e.title) = lower(${p.title})
    and e.wall_start = ${p.wallStart}::timestamp limit 1`,
)
export const selectEventOnDay = statement(
  'select-event-on-day',
  { networkId: 'bigint', title: 'text', day: 'text' },
  (p) => sql`select e.id from events e where e.peer_network_id = ${p.networkId} and lower(e.title) = lower(${p.title})
    and e.wall_start::date = ${p.day}::date order by e.wall_start limit 1`,
)
export const selectKnownRecording = statement(
  'select-known-recording',
  { eventId: 'bigint', title: 'text' },
  (p) =>
    sql`select v.id from event_videos v where v.event_id = ${p.eventId} and lower(v.title) = lower(${p.title}) limit 1`,
)
