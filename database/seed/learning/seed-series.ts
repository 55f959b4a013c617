/** Writes the series of the demo. Their parts are recordings of events; `storeSeriesFiles` stores the other bytes. */
import { keyOfBytes } from '#server/platform/blobs.ts'
import type { ClientBase } from 'pg'
import sharp from 'sharp'
import { requirePerson } from '../demo-members.ts'
import { demoVideos } from '../events/videos.ts'
import { pdfOf } from '../file-forms.ts'
import { seriesList, watchedParts, type SeriesSeed } from './series-list.ts'

const DAY_MS = 24 * 3_600_000
const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS)

/** A drawn cover. */
const coverOf = (title: string): Promise<Buffer> => {
  const hue = [...title].reduce((sum, sign) => sum + sign.codePointAt(0)!, 0) % 360
  const lines = Array.from(
    { length: 9 },
    (_, at) => `<path d="M40 ${90 + at * 44}h${280 - (at % 3) * 60}" stroke="hsl(${hue} 30% 78%)" stroke-width="6"/>`,
  )
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="448" height="560"><rect width="448" height="560" fill="hsl(${hue} 34% 26%)"/>${lines.join('')}</svg>`,
    ),
  )
    .webp({ quality: 70 })
    .toBuffer()
}

export async function seedSeries(client: ClientBase, now: Date): Promise<void> {
  const { rows } = await client.query<{ id: number | string; name: string }>('select id, name from material_videos')
  const videos = new Map(
    demoVideos.map(({ name, title }) => [name, Number(rows.find((row) => row.name === `${title}.webm`)!.id)]),
  )
  for (const series of seriesList) await insertSeries(client, series, { now, videos })
  for (const [who, video, at, days] of watchedParts) {
    const { duration } = demoVideos.find(({ name }) => name === video)!
    const position = at === 'completed' ? duration : at
    await client.query(
      `insert into watch_progress (user_id, video_id, position, watched, completed_at, updated_at)
       values ($1, $2, $3, int4multirange(int4range(0, $3)), $4, $5)`,
      [
        requirePerson(who).id,
        videos.get(video),
        position,
        at === 'completed' ? daysFrom(now, -days) : null,
        daysFrom(now, -days),
      ],
    )
  }
}

async function insertSeries(
  client: ClientBase,
  series: SeriesSeed,
  { now, videos }: { now: Date; videos: ReadonlyMap<string, number> },
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `insert into series (peer_network_id, title, description, image_key, published_at)
     select n.id, $2, $3, $4, $5 from peer_networks n where n.slug = $1 returning id`,
    [
      series.network,
      series.title,
      series.description,
      series.hasImage ? keyOfBytes(await coverOf(series.title)) : null,
      series.published === undefined ? null : daysFrom(now, -series.published),
    ],
  )
  const { id } = rows[0]!
  const dateOf = (opens: number | undefined) => (opens === undefined ? null : daysFrom(now, opens))
  for (const [at, { title, description, video, opens }] of series.parts.entries())
    await client.query(
      `insert into series_videos (series_id, index, video_id, title, description, available_from) values ($1, $2, $3, $4, $5, $6)`,
      [id, at + 1, videos.get(video), title, description, dateOf(opens)],
    )
  for (const [place, { title, lines, opens }] of (series.documents ?? []).entries()) {
    const bytes = pdfOf(lines)
    const file = await client.query<{ id: number }>(
      `insert into material_files (name, file_type, size, storage_key, num_of_pages, outcome)
       values ($1, 'application/pdf', $2, $3, 1, 'read') returning id`,
      [`${title}.pdf`, bytes.length, keyOfBytes(bytes)],
    )
    const fileId = file.rows[0]!.id
    await client.query(`insert into material_pages (file_id, number, label, content) values ($1, 1, 'Page', $2)`, [
      fileId,
      lines.join('\n'),
    ])
    await client.query(
      'insert into series_documents (series_id, file_id, title, place, available_from) values ($1, $2, $3, $4, $5)',
      [id, fileId, title, place, dateOf(opens)],
    )
  }
  const speakers = [
    ...(series.speakers ?? []).map((key) => ({ user_id: requirePerson(key).id, name: null, title: null })),
    ...(series.guests ?? []).map(([name, title]) => ({ user_id: null, name, title })),
  ]
  for (const [place, { user_id, name, title }] of speakers.entries())
    await client.query(
      'insert into series_speakers (series_id, user_id, name, title, place) values ($1, $2, $3, $4, $5)',
      [id, user_id, name, title, place],
    )
  for (const [place, { first_name, company, email, paid_for }] of (series.sponsors ?? []).entries())
    await client.query(
      'insert into series_sponsors (series_id, first_name, company, email, paid_for, place) values ($1, $2, $3, $4, $5, $6)',
      [id, first_name, company, email, paid_for, place],
    )
}

/** `put` stores bytes under their SHA-256. */
export async function storeSeriesFiles(put: (bytes: Buffer) => Promise<string>): Promise<void> {
  for (const { documents = [], hasImage, title } of seriesList) {
    for (const { lines } of documents) await put(pdfOf(lines))
    if (hasImage) await put(await coverOf(title))
  }
}
