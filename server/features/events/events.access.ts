/**
 * Who may see an event: members of networks with access to the events of its network. Its documents and videos open for
 * members of networks with access to documents of that network; others see only that they exist. Everything of an event
 * is reached through `events`.
 */
import { usableNetworks } from '#server/features/networks/index.ts'
import { checkedRelations, sql, uncheckedRelations, viewer } from '#server/platform/graph/sql.ts'

const rows = sql`select e.*, e.peer_network_id = any(${usableNetworks.documents}) as can_view from events e`
const readable = sql`${rows} where e.peer_network_id = any(${usableNetworks.events})`

export const events = checkedRelations({
  events: readable,
  event_areas: sql`
    select a.* from event_areas_of_expertise a join (${readable}) e on e.id = a.event_id`,
  event_people: sql`select p.* from event_people p join (${readable}) e on e.id = p.event_id`,
  event_photos: sql`select p.* from event_photos p join (${readable}) e on e.id = p.event_id`,
  event_documents: sql`
    select d.*, e.can_view, e.can_view and coalesce(d.available_from <= now(), true) as is_open
    from event_documents d join (${readable}) e on e.id = d.event_id`,
  event_videos: sql`select v.*, e.can_view from event_videos v join (${readable}) e on e.id = v.event_id`,
  mainstage_sessions: sql`
    select s.*, e.can_view, s.wall_start at time zone e.time_zone as start_date
    from mainstage_sessions s join (${readable}) e on e.id = s.event_id`,
  /** Who has a place. Suspended members are not shown and not counted. */
  attendees: sql`
    select r.event_id, r.user_id, r.number from event_registrations r join (${readable}) e on e.id = r.event_id
    join users u on u.id = r.user_id and not u.suspended where r.status = 'going'`,
  waiting_line: sql`
    select r.event_id, r.number from event_registrations r join (${readable}) e on e.id = r.event_id where r.status = 'waiting'`,
  own_registrations: sql`
    select r.*, e.cancelled_at from event_registrations r join (${readable}) e on e.id = r.event_id where r.user_id = ${viewer.id}`,
  own_event_requests: sql`select r.* from event_requests r where r.user_id = ${viewer.id}`,
  own_event_views: sql`select v.* from viewer_events v where v.user_id = ${viewer.id}`,
  own_calendar: sql`select c.created_at, c.fetched_at from calendar_tokens c where c.user_id = ${viewer.id}`,
})

export const eventLists = uncheckedRelations({
  /** The event of a document, a video or a session that has been checked already. */
  event_rows: { rows, wall: readable },
  /** The list of categories is not secret. */
  event_categories: sql`select c.* from event_categories c`,
})
