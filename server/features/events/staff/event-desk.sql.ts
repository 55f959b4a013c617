/** What staff write. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

const networkOf = sql`(select e.peer_network_id from events e where e.id = event_id)`

const EVENT = {
  peerNetworkId: 'bigint',
  categoryId: 'bigint',
  title: 'text',
  description: 'text',
  wallStart: 'text',
  wallEnd: 'text',
  timeZone: 'text',
  locationId: 'bigint',
  venue: 'text',
  capacity: 'integer',
} as const

export const insertEvent = statement(
  'insert-event',
  EVENT,
  (p) => sql`
    insert into events (peer_network_id, category_id, title, description, wall_start, wall_end, time_zone, location_id, venue, capacity)
    values (${p.peerNetworkId}, ${p.categoryId}, ${p.title}, ${p.description}, ${p.wallStart}::timestamp, ${p.wallEnd}::timestamp,
      ${p.timeZone}, ${p.locationId}, ${p.venue}, ${p.capacity})
    returning id`,
)

/** Calendars learn of the change by its sequence; who attends is reminded again if it moved. */
export const updateEvent = statement(
  'update-event',
  { ...EVENT, id: 'bigint' },
  (p) => sql`
    with before as (select e.* from events e where e.id = ${p.id}),
    changed as (
      update events e set peer_network_id = ${p.peerNetworkId}, category_id = ${p.categoryId}, title = ${p.title},
        description = ${p.description}, wall_start = ${p.wallStart}::timestamp, wall_end = ${p.wallEnd}::timestamp,
        time_zone = ${p.timeZone}, location_id = ${p.locationId}, venue = ${p.venue}, capacity = ${p.capacity},
        sequence = e.sequence + 1, changed_at = now(),
        moved_from = case when b.wall_start <> ${p.wallStart}::timestamp or b.time_zone <> ${p.timeZone}
          then b.wall_start else e.moved_from end
      from before b where e.id = b.id
      returning e.id, e.start_date, e.end_date, b.start_date as began, e.start_date <> b.start_date as is_moved),
    reminded as (
      update event_registrations r set reminded_at = null from changed c where r.event_id = c.id and c.is_moved)
    select c.id, c.is_moved, c.end_date > now() as is_ahead from changed c`,
)

export const cancelEventRow = statement(
  'cancel-event',
  { id: 'bigint' },
  (p) => sql`update events set cancelled_at = now(), sequence = sequence + 1, changed_at = now()
    where id = ${p.id} and cancelled_at is null returning id, title, end_date > now() as is_ahead`,
)

export const selectRegistered = statement(
  'select-registered',
  { eventId: 'bigint' },
  (p) => sql`select user_id, status from event_registrations where event_id = ${p.eventId}`,
)

export const replaceAreas = statement(
  'replace-event-areas',
  { eventId: 'bigint', areas: 'bigint[]' },
  (p) => sql`
    with gone as (
      delete from event_areas_of_expertise where event_id = ${p.eventId} and not area_of_expertise_id = any(${p.areas}))
    insert into event_areas_of_expertise (event_id, area_of_expertise_id)
    select ${p.eventId}, a.id from areas_of_expertise a where a.id = any(${p.areas}) on conflict do nothing`,
)

export const deletePeople = statement(
  'delete-event-people',
  { eventId: 'bigint' },
  (p) => sql`delete from event_people where event_id = ${p.eventId}`,
)
export const insertPeople = statement(
  'insert-event-people',
  { eventId: 'bigint', people: 'jsonb' },
  (p) => sql`
    insert into event_people (event_id, role, user_id, name, title, time_zone, place)
    select ${p.eventId}, x.role, x.user_id, x.name, x.title, x.time_zone, x.place from jsonb_to_recordset(${p.people})
      as x(role text, user_id bigint, name text, title text, time_zone text, place integer)`,
)
export const selectMembers = statement(
  'select-event-members',
  { ids: 'bigint[]', emails: 'text[]' },
  (p) => sql`select u.id, u.email::text from users u
    where (u.id = any(${p.ids}) or u.email::text = any(${p.emails})) and u.current_state <> 'not joined'`,
)

export const upsertCategory = statement(
  'upsert-event-category',
  { id: 'bigint', parentId: 'bigint', name: 'text', hostsLabel: 'text', banner: 'text' },
  (p) => sql`
    with changed as (
      update event_categories c set parent_id = ${p.parentId}, name = ${p.name}, hosts_label = ${p.hostsLabel}, banner = ${p.banner}
      where c.id = ${p.id} returning c.id),
    made as (
      insert into event_categories (parent_id, name, hosts_label, banner)
      select ${p.parentId}, ${p.name}, ${p.hostsLabel}, ${p.banner} where ${p.id} is null returning id)
    select id from changed union all select id from made`,
)
/** A category with this name, or one that makes the choice of a parent impossible: two levels are enough. */
export const selectCategoryConflict = statement(
  'select-event-category-conflict',
  { id: 'bigint', parentId: 'bigint', name: 'text' },
  (p) => sql`
    select exists (select from event_categories c where lower(c.name) = lower(${p.name}) and c.id is distinct from ${p.id}) as is_named,
      ${p.parentId} is not null and (
        exists (select from event_categories c where c.id = ${p.parentId} and (c.parent_id is not null or c.id = ${p.id}))
        or exists (select from event_categories c where c.parent_id = ${p.id})) as is_deep,
      ${p.parentId} is not null and not exists (select from event_categories c where c.id = ${p.parentId}) as is_orphan`,
)

export const insertSession = statement(
  'insert-mainstage-session',
  { eventId: 'bigint', title: 'text', description: 'text', speakers: 'text', room: 'text', wallStart: 'text' },
  (p) => sql`insert into mainstage_sessions (event_id, title, description, speakers, room, wall_start)
    values (${p.eventId}, ${p.title}, ${p.description}, ${p.speakers}, ${p.room}, ${p.wallStart}::timestamp) returning id`,
)
export const updateSession = statement(
  'update-mainstage-session',
  {
    id: 'bigint',
    eventId: 'bigint',
    title: 'text',
    description: 'text',
    speakers: 'text',
    room: 'text',
    wallStart: 'text',
  },
  (p) => sql`update mainstage_sessions set title = ${p.title}, description = ${p.description}, speakers = ${p.speakers},
      room = ${p.room}, wall_start = ${p.wallStart}::timestamp
    where id = ${p.id} and event_id = ${p.eventId} returning id`,
)
export const deleteSession = statement(
  'delete-mainstage-session',
  { id: 'bigint' },
  (p) => sql`delete from mainstage_sessions where id = ${p.id} returning event_id, title, ${networkOf}`,
)
export const setSessionVideo = statement(
  'set-session-video',
  { id: 'bigint', eventId: 'bigint', videoId: 'bigint' },
  (p) =>
    sql`update mainstage_sessions set video_id = ${p.videoId} where id = ${p.id} and event_id = ${p.eventId} returning id`,
)

export const insertEventDocument = statement(
  'insert-event-document',
  { eventId: 'bigint', sessionId: 'bigint', fileId: 'bigint', title: 'text', availableFrom: 'timestamptz' },
  (p) => sql`
    insert into event_documents (event_id, session_id, file_id, title, available_from)
    values (${p.eventId}, (select s.id from mainstage_sessions s where s.id = ${p.sessionId} and s.event_id = ${p.eventId}),
      ${p.fileId}, ${p.title}, ${p.availableFrom}) returning id`,
)
export const deleteEventDocument = statement(
  'delete-event-document',
  { id: 'bigint' },
  (p) => sql`delete from event_documents where id = ${p.id} returning event_id, title, ${networkOf}`,
)
export const insertEventVideo = statement(
  'insert-event-video',
  { eventId: 'bigint', videoId: 'bigint', title: 'text', description: 'text' },
  (p) => sql`insert into event_videos (event_id, video_id, title, description)
    values (${p.eventId}, ${p.videoId}, ${p.title}, ${p.description}) returning id`,
)
export const deleteEventVideo = statement(
  'delete-event-video',
  { id: 'bigint' },
  (p) => sql`delete from event_videos where id = ${p.id} returning event_id, title, ${networkOf}`,
)
export const answerRequest = statement(
  'answer-event-request',
  { id: 'bigint', actorId: 'bigint' },
  (
    p,
  ) => sql`update event_requests set answered_at = coalesce(answered_at, now()), answered_by = coalesce(answered_by, ${p.actorId})
    where id = ${p.id} returning id, ${networkOf}`,
)
