import { hits, materials, requestedDownload } from '#server/features/materials/index.ts'
import { networks } from '#server/features/networks/index.ts'
import { blocks, followers, people } from '#server/features/people/index.ts'
import { define, many, one, page, value } from '#server/platform/graph/reads.ts'
import { sql, trustedSql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import {
  ATTENDING_SHOWN,
  EVENT_CATEGORIES,
  EVENT_EXPERTISES,
  EVENT_IMAGES,
  EVENT_ITEMS,
  EVENT_PHOTOS,
  NEXT_EVENTS,
} from '#shared/events.ts'
import { MATERIAL_PATHS } from '#shared/materials.ts'
import { eventLists, events } from './events.access.ts'
import { searchedDocuments, searchedEvents, searchedSessions, searchedVideos } from './search.ts'

const WALL = trustedSql(`'YYYY-MM-DD"T"HH24:MI'`)
const wall = (column: Sql) => value((e) => sql`to_char(${e}.${column}, ${WALL})`)
const pathUnder = (base: string, ending: string) => (id: Sql) =>
  sql`${trustedSql(`'${base}/'`)} || ${id} || ${trustedSql(`'${ending}'`)}`
const documentUrl = pathUnder(MATERIAL_PATHS.event_document, '/file')
const videoPaths = {
  video: {
    url: pathUnder(MATERIAL_PATHS.event_video, '/file'),
    poster: pathUnder(MATERIAL_PATHS.event_video, '/preview'),
  },
  session: {
    url: pathUnder(MATERIAL_PATHS.mainstage_session, '/file'),
    poster: pathUnder(MATERIAL_PATHS.mainstage_session, '/preview'),
  },
}
const photoUrl = pathUnder(EVENT_PHOTOS, '')
const images = trustedSql(EVENT_IMAGES.map((name, index) => `(${index}, '${name}')`).join(', '))
const imageUrl = (name: Sql) => sql`'/event-images/' || ${name} || '.svg'`

const eventOf = one((x) => sql`select e.* from ${eventLists.event_rows} e where e.id = ${x}.event_id`)
const peopleOf = (role: Sql) =>
  many((e) => ({
    rows: sql`select p.* from ${events.event_people} p where p.event_id = ${e}.id and p.role = ${role}`,
    order: sql`p.place, p.id`,
    cap: EVENT_ITEMS,
  }))
const documentsOf = (condition: (row: Sql) => Sql) =>
  many((row) => ({
    rows: sql`select d.* from ${events.event_documents} d where ${condition(row)}`,
    order: sql`d.available_from nulls first, d.id`,
    cap: EVENT_ITEMS,
  }))
/** The fields of what has a recording: `x` has video_id and can_view. */
const recorded = ({ url, poster }: (typeof videoPaths)['video']) => ({
  event: eventOf,
  url: value((x) => sql`case when ${x}.can_view and ${x}.video_id is not null then ${url(sql`${x}.id`)} end`),
  thumbnail_url: value(
    (x) => sql`(select ${poster(sql`${x}.id`)} from ${materials.material_videos} v
      where v.id = ${x}.video_id and v.poster_key is not null and ${x}.can_view)`,
  ),
  duration: value((x) => sql`(select v.duration from ${materials.material_videos} v where v.id = ${x}.video_id)`),
  video: one((x) => sql`select v.* from ${materials.material_videos} v where v.id = ${x}.video_id and ${x}.can_view`),
  cue_hits: hits.cues((x) => sql`case when ${x}.can_view then ${x}.video_id end`),
})

const oneEvent = (id: Parameters<typeof sql>[1]) => sql`select e.* from ${events.events} e where e.id = ${id!}`
const changedEvent = one((_, { result }) => oneEvent(result))

export const eventReads = define({
  Query: {
    events: page((_, asking) => searchedEvents(asking)),
    event_documents: page((_, asking) => searchedDocuments(asking)),
    event_videos: page((_, asking) => searchedVideos(asking)),
    mainstage_sessions: page((_, asking) => searchedSessions(asking)),
    event: one((_, { args }) => oneEvent(args['id']!)),
    event_video: one((_, { args }) => sql`select v.* from ${events.event_videos} v where v.id = ${args['id']!}`),
    mainstage_session: one(
      (_, { args }) => sql`select s.* from ${events.mainstage_sessions} s where s.id = ${args['id']!}`,
    ),
    events_date_range: one(() => sql`select u.id from ${people.viewer} u`),
    event_categories: many(() => ({
      rows: sql`select c.* from ${eventLists.event_categories} c`,
      order: sql`c.name, c.id`,
      cap: EVENT_CATEGORIES,
    })),
    event_expertises: many((_, { args }) => ({
      rows: sql`select a.* from ${networks.areas_of_expertise} a
        where (select true from ${events.event_areas} x where x.area_of_expertise_id = a.id limit 1)`,
      order: sql`a.name, a.id`,
      limit: args['limit'],
      cap: EVENT_EXPERTISES,
    })),
    default_event_images: many(() => ({
      rows: sql`select i.name, ${imageUrl(sql`i.name`)} as image_url, i.place from (values ${images}) i (place, name)`,
      order: sql`place`,
      cap: EVENT_ITEMS,
    })),
    next_events: many(() => ({
      rows: sql`select e.*, exists (select from ${events.own_registrations} r where r.event_id = e.id) as is_own
        from ${events.events} e where e.end_date >= now() and e.cancelled_at is null`,
      order: sql`is_own desc, e.start_date, e.id`,
      cap: NEXT_EVENTS,
    })),
    attended_events: many(() => ({
      rows: sql`select e.* from ${events.events} e join ${events.own_registrations} r on r.event_id = e.id
        where e.end_date >= now() and e.cancelled_at is null`,
      order: sql`e.start_date, e.id`,
      cap: EVENT_ITEMS,
    })),
    calendar_feed: one(() => sql`select c.* from ${events.own_calendar} c`),
  },
  EventsDateRange: {
    earliest: value(() => sql`select min(e.start_date) from ${events.events} e`),
    latest: value(() => sql`select max(e.start_date) from ${events.events} e`),
  },
  EventCategory: {
    is_retired: value((c) => sql`${c}.retired_at is not null`),
    banner_image: value(
      (c) =>
        sql`${imageUrl(sql`coalesce(${c}.banner,
        (select p.banner from ${eventLists.event_categories} p where p.id = ${c}.parent_id),
        (select i.name from (values ${images}) i (place, name) where i.place = ${c}.id % ${EVENT_IMAGES.length}))`)}`,
    ),
    parent_category: one((c) => sql`select p.* from ${eventLists.event_categories} p where p.id = ${c}.parent_id`),
  },
  Event: {
    wall_start: wall(sql`wall_start`),
    wall_end: wall(sql`wall_end`),
    moved_from: wall(sql`moved_from`),
    network: one((e) => sql`select n.* from ${networks.peer_networks} n where n.id = ${e}.peer_network_id`),
    category: one((e) => sql`select c.* from ${eventLists.event_categories} c where c.id = ${e}.category_id`),
    location: one((e) => sql`select l.* from ${networks.locations} l where l.id = ${e}.location_id`),
    photos: many((e) => ({
      rows: sql`select p.* from ${events.event_photos} p where p.event_id = ${e}.id`,
      order: sql`p.place, p.id`,
      cap: EVENT_ITEMS,
    })),
    hosts: peopleOf(sql`'host'`),
    speakers: peopleOf(sql`'speaker'`),
    sponsors: peopleOf(sql`'sponsor'`),
    areas_of_expertise: many((e) => ({
      rows: sql`select a.* from ${networks.areas_of_expertise} a
        join ${events.event_areas} x on x.area_of_expertise_id = a.id where x.event_id = ${e}.id`,
      order: sql`a.name, a.id`,
      cap: EVENT_ITEMS,
    })),
    documents: documentsOf((e) => sql`d.event_id = ${e}.id`),
    videos: many((e) => ({
      rows: sql`select v.* from ${events.event_videos} v where v.event_id = ${e}.id`,
      order: sql`v.id`,
      cap: EVENT_ITEMS,
    })),
    mainstage_sessions: many((e) => ({
      rows: sql`select s.* from ${events.mainstage_sessions} s where s.event_id = ${e}.id`,
      order: sql`s.wall_start nulls last, s.id`,
      cap: EVENT_ITEMS,
    })),
    places_left: value((e) => sql`greatest(${e}.capacity - ${e}.taken, 0)`),
    num_of_attending: value((e) => sql`select count(*)::integer from ${events.attendees} a where a.event_id = ${e}.id`),
    num_of_waiting: value(
      (e) => sql`select count(*)::integer from ${events.waiting_line} w where w.event_id = ${e}.id`,
    ),
    attending: many((e) => ({
      rows: sql`
        select u.*, a.number, exists (
          select from ${followers.own_follows} f where f.followed_user_id = a.user_id) as is_followed
        from ${events.attendees} a join ${people.people} u on u.id = a.user_id
        where a.event_id = ${e}.id and a.user_id not in (select b.user_id from ${blocks.parted} b)`,
      order: sql`is_followed desc, number`,
      cap: ATTENDING_SHOWN,
    })),
    registration: one((e) => sql`select r.* from ${events.own_registrations} r where r.event_id = ${e}.id`),
  },
  EventRegistration: {
    place_in_line: value(
      (r) => sql`case when ${r}.status = 'waiting' then (
        select count(*)::integer from ${events.waiting_line} w where w.event_id = ${r}.event_id and w.number <= ${r}.number) end`,
    ),
  },
  EventPerson: {
    // Members by their current name and work.
    name: value((p) => sql`coalesce(${p}.name, (select u.name from ${people.people} u where u.id = ${p}.user_id))`),
    title: value(
      (p) => sql`coalesce(${p}.title, (
        select nullif(concat_ws(', ', nullif(u.title, ''), nullif(u.company_name, '')), '') from ${people.people} u where u.id = ${p}.user_id))`,
    ),
    user: one((p) => sql`select u.* from ${people.people} u where u.id = ${p}.user_id`),
  },
  EventPhoto: { image_url: value((p) => photoUrl(sql`${p}.id`)) },
  EventDocument: {
    event: eventOf,
    url: value((d) => sql`case when ${d}.is_open then ${documentUrl(sql`${d}.id`)} end`),
    file: one((d) => sql`select f.* from ${materials.material_files} f where f.id = ${d}.file_id and ${d}.is_open`),
    page_hits: hits.pages((d) => sql`case when ${d}.is_open then ${d}.file_id end`),
  },
  EventVideo: recorded(videoPaths.video),
  MainStageSession: {
    ...recorded(videoPaths.session),
    wall_start: wall(sql`wall_start`),
    has_video: value((s) => sql`${s}.video_id is not null`),
    documents: documentsOf((s) => sql`d.session_id = ${s}.id`),
  },
  Mutation: {
    requestEvents: one((_, { result }) => sql`select r.* from ${events.own_event_requests} r where r.id = ${result}`),
    requestEventDocumentDownload: requestedDownload,
    trackEventView: one(
      (_, { result }) => sql`
        select v.event_id from ${events.own_event_views} v where v.event_id = ${result} and v.user_id = ${viewer.id}`,
    ),
    registerForEvent: changedEvent,
    cancelRegistration: changedEvent,
    rotateCalendarToken: one(() => sql`select c.* from ${events.own_calendar} c`),
  },
  EventView: { success: value((v) => sql`${v}.event_id is not null`) },
})
