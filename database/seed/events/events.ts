/** Writes the events of the demo. Their files are generated or lie beside this one; `storeEventFiles` stores the bytes. */
import { keyOfBytes } from '#server/platform/blobs.ts'
import { readFileSync } from 'node:fs'
import type { ClientBase } from 'pg'
import sharp from 'sharp'
import { requirePerson } from '../demo-members.ts'
import { pdfOf } from '../file-forms.ts'
import { eventCategories, eventList, type DocumentSeed, type EventSeed } from './event-list.ts'
import { demoVideos, type VideoSeed } from './videos.ts'

const FOLDER = new URL('videos/', import.meta.url)
const file = (name: string) => readFileSync(new URL(name, FOLDER))
const DAY_MS = 24 * 3_600_000

/** A wall time, so many days from now. */
const wallOf = (now: Date, day: number, time: string) =>
  `${new Date(now.getTime() + day * DAY_MS).toISOString().slice(0, 10)}T${time}`
/** The first of these days from which `span` days in a row are no weekend: nobody meets on a Sunday. */
function workday(now: Date, day: number, span: number): number {
  const isWeekend = (each: number) => [0, 6].includes(new Date(now.getTime() + each * DAY_MS).getUTCDay())
  const isFree = (from: number) => Array.from({ length: span }, (_, at) => from + at).every((each) => !isWeekend(each))
  return isFree(day) ? day : workday(now, day + 1, span)
}
const plusMinutes = (wall: string, minutes: number) =>
  new Date(Date.parse(`${wall}:00Z`) + minutes * 60_000).toISOString().slice(0, 16)

/** Drawn, so that it looks the same on every machine. */
const photoOf = (title: string): Promise<Buffer> => {
  const hue = [...title].reduce((sum, sign) => sum + sign.codePointAt(0)!, 0) % 360
  const arches = Array.from({ length: 7 }, (_, at) => {
    const x = 60 + at * 130
    return `<path d="M${x} 560V260a52 52 0 0 1 104 0v300z" fill="hsl(${hue} 20% ${24 + at * 4}%)"/>`
  })
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600"><rect width="960" height="600" fill="hsl(${hue} 22% 82%)"/>${arches.join('')}<rect y="560" width="960" height="40" fill="hsl(${hue} 18% 20%)"/></svg>`,
    ),
  )
    .webp({ quality: 70 })
    .toBuffer()
}

type Query = (text: string, values?: unknown[]) => Promise<number>

export async function seedEvents(client: ClientBase, now: Date): Promise<void> {
  const query: Query = async (text, values = []) => {
    const { rows } = await client.query<{ id?: number | string }>(text, values)
    return Number(rows[0]?.id)
  }
  for (const [name, parent, hosts, banner] of eventCategories)
    await query(
      `insert into event_categories (name, parent_id, hosts_label, banner)
       values ($1, (select id from event_categories where name = $2), $3, $4)`,
      [name, parent, hosts, banner],
    )
  const videos = new Map<string, number>()
  for (const video of demoVideos) videos.set(video.name, await insertVideo(query, video))
  for (const event of eventList) await insertEvent(query, event, { now, videos })
  await seedActs(query)
}

async function insertVideo(query: Query, { name, title, duration, chapters, cues }: VideoSeed): Promise<number> {
  const bytes = file(`${name}.webm`)
  const id = await query(
    `insert into material_videos (name, file_type, size, storage_key, poster_key, duration)
     values ($1, 'video/webm', $2, $3, $4, $5) returning id`,
    [`${title}.webm`, bytes.length, keyOfBytes(bytes), keyOfBytes(file(`${name}.webp`)), duration],
  )
  await query(
    `insert into material_chapters (video_id, starts_at_ms, title)
     select $1, (c ->> 0)::integer * 1000, c ->> 1 from jsonb_array_elements($2::jsonb) c`,
    [id, JSON.stringify(chapters)],
  )
  const lines = cues.map(([at, speaker, content], place) => ({
    place,
    starts_at_ms: at * 1000,
    ends_at_ms: (cues[place + 1]?.[0] ?? duration) * 1000,
    speaker,
    content,
  }))
  await query(
    `insert into material_cues (video_id, place, starts_at_ms, ends_at_ms, speaker, content)
     select $1, c.place, c.starts_at_ms, c.ends_at_ms, c.speaker, c.content
     from jsonb_to_recordset($2::jsonb) as c (place integer, starts_at_ms integer, ends_at_ms integer, speaker text, content text)`,
    [id, JSON.stringify(lines)],
  )
  return id
}

async function insertEvent(
  query: Query,
  event: EventSeed,
  { now, videos }: { now: Date; videos: ReadonlyMap<string, number> },
): Promise<void> {
  const day = workday(now, event.day, event.minutes > 24 * 60 ? 2 : 1)
  const start = wallOf(now, day, event.time)
  const id = await query(
    `insert into events (peer_network_id, category_id, title, description, wall_start, wall_end, time_zone, location_id,
       venue, capacity, moved_from, sequence, cancelled_at)
     select n.id, c.id, $3, $4, $5::timestamp, $6::timestamp, $7, (select l.id from locations l where l.name = $8 order by l.id limit 1), $9, $10::integer, $11::timestamp,
       ($11::timestamp is not null or $12::boolean)::integer, case when $12::boolean then $13::timestamptz - interval '2 days' end
     from peer_networks n, event_categories c where n.slug = $1 and c.name = $2 returning id`,
    [
      event.network,
      event.category,
      event.title,
      event.description,
      start,
      plusMinutes(start, event.minutes),
      event.zone,
      event.city ?? null,
      event.venue ?? null,
      event.capacity ?? null,
      event.movedFrom ? wallOf(now, ...event.movedFrom) : null,
      event.isCanceled ?? false,
      now,
    ],
  )
  await query(`insert into event_areas_of_expertise select $1, a.id from areas_of_expertise a where a.name = any($2)`, [
    id,
    event.areas ?? [],
  ])
  await insertPeople(query, id, event)
  const sessions = new Map<string, number>()
  for (const { title, description, speakers, room = null, at, video } of event.sessions ?? [])
    sessions.set(
      title,
      await query(
        `insert into mainstage_sessions (event_id, title, description, speakers, room, wall_start, video_id)
         values ($1, $2, $3, $4, $5, $6::timestamp, $7) returning id`,
        [
          id,
          title,
          description,
          speakers,
          room,
          at ? wallOf(now, day + at[0], at[1]) : null,
          video ? videos.get(video) : null,
        ],
      ),
    )
  for (const document of event.documents ?? []) await insertDocument(query, { id, document, now })
  for (const name of event.videos ?? []) {
    const { title, description } = demoVideos.find((video) => video.name === name)!
    await query('insert into event_videos (event_id, video_id, title, description) values ($1, $2, $3, $4)', [
      id,
      videos.get(name),
      title,
      description,
    ])
  }
  for (const [place, caption] of (event.photos ?? []).entries())
    await query(
      `insert into event_photos (event_id, caption, file_type, storage_key, place) values ($1, $2, 'image/webp', $3, $4)`,
      [id, caption, keyOfBytes(await photoOf(caption)), place],
    )
  for (const [status, keys] of [
    ['going', event.going ?? []],
    ['waiting', event.waiting ?? []],
  ] as const)
    for (const key of keys)
      await query(
        `insert into event_registrations (event_id, user_id, status, registered_at)
         select $1, u.id, $3, least($4::timestamptz - interval '5 days', e.start_date - interval '5 days')
         from users u, events e where u.id = $2 and e.id = $1`,
        [id, requirePerson(key).id, status, now],
      )
}

async function insertPeople(query: Query, id: number, event: EventSeed): Promise<void> {
  const member = (role: string) => (key: string) => ({ role, user_id: requirePerson(key).id })
  const people: { role: string; user_id?: number; name?: string; title?: string; time_zone?: string | undefined }[] = [
    ...(event.hosts ?? []).map(member('host')),
    ...(event.speakers ?? []).map(member('speaker')),
    ...(event.guests ?? []).map(([name, title, time_zone]) => ({ role: 'speaker', name, title, time_zone })),
    ...(event.sponsors ?? []).map((name) => ({ role: 'sponsor', name })),
  ]
  for (const [place, { role, user_id = null, name = null, title = null, time_zone = null }] of people.entries())
    await query(
      `insert into event_people (event_id, role, user_id, name, title, time_zone, place) values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, role, user_id, name, title, time_zone, place],
    )
}

async function insertDocument(
  query: Query,
  { id, document, now }: { id: number; document: DocumentSeed; now: Date },
): Promise<void> {
  const bytes = pdfOf(document.lines)
  const fileId = await query(
    `insert into material_files (name, file_type, size, storage_key, num_of_pages, outcome)
     values ($1, 'application/pdf', $2, $3, 1, 'read') returning id`,
    [`${document.title}.pdf`, bytes.length, keyOfBytes(bytes)],
  )
  await query(`insert into material_pages (file_id, number, label, content) values ($1, 1, 'Page', $2)`, [
    fileId,
    document.lines.join('\n'),
  ])
  const opens = document.opens === undefined ? null : new Date(now.getTime() + document.opens * DAY_MS)
  await query('insert into event_documents (event_id, file_id, title, available_from) values ($1, $2, $3, $4)', [
    id,
    fileId,
    document.title,
    opens,
  ])
}

/** Helen stopped in the middle of a recording, and Samuel asked for slides. */
async function seedActs(query: Query): Promise<void> {
  await query(
    `insert into watch_progress (user_id, video_id, position, watched, updated_at)
     select $1, v.id, 24, '{[0,24)}', now() - interval '2 days' from material_videos v where v.name like 'Privilege%'`,
    [requirePerson('helen').id],
  )
  await query(
    `insert into event_requests (user_id, event_id, description, created_at)
     select $1, e.id, 'The slides with the covenant example, please.', now() - interval '3 days' from events e where e.title like 'Pricing power%'`,
    [requirePerson('samuel').id],
  )
}

/** `put` stores bytes under their SHA-256. */
export async function storeEventFiles(put: (bytes: Buffer) => Promise<string>): Promise<void> {
  for (const { name } of demoVideos) {
    await put(file(`${name}.webm`))
    await put(file(`${name}.webp`))
  }
  for (const { lines } of eventList.flatMap(({ documents = [] }) => documents)) await put(pdfOf(lines))
  for (const caption of eventList.flatMap(({ photos = [] }) => photos)) await put(await photoOf(caption))
}
