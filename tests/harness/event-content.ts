/** An event of the demo with everything that an event can have, for the test that reads every field. */
import type { TestServer } from './test-server.ts'

export interface EventIds {
  event: number
  video: number
  session: number
}

export async function fillEvents({ sql }: TestServer, member: number): Promise<EventIds> {
  const [found] = await sql<{ event: number; video: number }>(
    `select event_id as event, id as video from event_videos where title = 'Privilege in internal investigations'`,
  )
  const { event, video } = found!
  await sql(
    `update events set moved_from = wall_start, cancelled_at = now(), location_id = (select min(id) from locations) where id = $1`,
    [event],
  )
  await sql(`insert into event_people (event_id, role, name) values ($1, 'sponsor', 'Keel & Pike')`, [event])
  await sql(`update event_people set title = 'Sponsor', time_zone = 'Europe/Oslo' where event_id = $1`, [event])
  await sql(
    `insert into event_photos (event_id, caption, file_type, storage_key) values ($1, 'A photo', 'image/webp', repeat('0', 64))`,
    [event],
  )
  const [session] = await sql<{ id: number }>(
    `insert into mainstage_sessions (event_id, title, description, speakers, room, wall_start, video_id)
     select $1, 'Privilege', 'All of it', 'Marcus', 'Hall', '2026-10-01T09:00', video_id from event_videos where id = $2 returning id`,
    [event, video],
  )
  await sql(
    `update event_documents set available_from = now() - interval '1 day', session_id = $2 where event_id = $1`,
    [event, session!.id],
  )
  await sql('update event_registrations set promoted_at = now() where user_id = $1', [member])
  await sql(
    `insert into event_registrations (event_id, user_id, status)
     select id, $1, 'waiting' from events where title like 'Year-end close clinic%'`,
    [member],
  )
  await sql(
    'update watch_progress set completed_at = now() where user_id = $1 and video_id in (select video_id from event_videos except select video_id from series_videos where series_id = 1)',
    [member],
  )
  await sql(`insert into calendar_tokens (user_id, token_hash, fetched_at) values ($1, 'hash', now())`, [member])
  await sql('update event_requests set answered_at = now()')
  return { event, video, session: session!.id }
}

export const EVENT_ROOTS = ({ event, video, session }: EventIds) => [
  'events(limit: 25)',
  'event_documents(search: "privilege")',
  'event_videos(search: "waiver")',
  'mainstage_sessions(search: "waiver")',
  `event(id: ${event})`,
  `event_video(id: ${video})`,
  `mainstage_session(id: ${session})`,
  'events_date_range',
  'event_categories',
  'event_expertises',
  'default_event_images',
  'next_events',
  'attended_events',
]
