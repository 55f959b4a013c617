/** Hidden things of the library: documents, series, events and CLE. */
import { CANARY, oneOf, type Community } from './hidden-kinds.ts'
import type { TestServer } from '../harness/test-server.ts'

/** Published in a network that nobody else reaches. */
export async function putDocument(testServer: TestServer, owner: number, network: number): Promise<number> {
  const [made] = await testServer.sql<{ id: number }>(
    `with f as (insert into material_files (name, file_type, size, storage_key, outcome) values ($1, 'text/plain', 1, 'none', 'read') returning id),
       d as (insert into peer_documents (title, type, submitter_id) values ($1, 'other', $2) returning id),
       n as (insert into peer_document_networks select d.id, $3 from d)
     insert into document_versions (document_id, number, file_id, approved_at) select d.id, 1, f.id, now() from d, f returning document_id as id`,
    [CANARY, owner, network],
  )
  await testServer.sql(
    `update peer_documents set state = 'approved', current_version_id = (select id from document_versions where document_id = $1) where id = $1`,
    [made!.id],
  )
  return made!.id
}

/** A series of a network that the caller cannot reach, with a part, a document and a sponsor. */
export async function putSeries({ testServer, network }: Community) {
  const one = oneOf(testServer)
  const series = await one(
    'foreign',
    'insert into series (peer_network_id, title, description, published_at) values ($1, $2, $2, now()) returning id',
    [network, CANARY],
  )
  const { id } = series[0]!
  return {
    series: [
      ...series,
      ...(await one(
        'not published',
        `insert into series (peer_network_id, title) select id, $1 from peer_networks where slug = 'legal' returning id`,
        [CANARY],
      )),
    ],
    seriesDocument: await one(
      'of a hidden series',
      `with file as (
         insert into material_files (name, file_type, size, storage_key) values ($2, 'application/pdf', 1, repeat('0', 64)) returning id)
       insert into series_documents (series_id, file_id, title) select $1, file.id, $2 from file returning id`,
      [id, CANARY],
    ),
    seriesVideo: await one(
      'of a hidden series',
      `with video as (
         insert into material_videos (name, file_type, size, storage_key, duration) values ($2, 'video/mp4', 1, repeat('0', 64), 9) returning id)
       insert into series_videos (series_id, index, video_id, title) select $1, 1, video.id, $2 from video returning id`,
      [id, CANARY],
    ),
    seriesSponsor: await one(
      'of a hidden series',
      `insert into series_sponsors (series_id, first_name, company, email) values ($1, $2, $2, 's@hidden.test') returning id`,
      [id, CANARY],
    ),
  }
}

/** A credit of the owner, and an accredited video that nobody but the owner's network may watch. */
export async function putCle({ testServer, network, owner }: Community) {
  const one = oneOf(testServer)
  const accreditedVideo = await one(
    'foreign',
    `with v as (insert into material_videos (name, file_type, size, storage_key, duration)
       values ($2, 'video/webm', 1, repeat('a', 64), 3600) returning id),
     e as (insert into events (peer_network_id, category_id, title, wall_start, wall_end, time_zone)
       select $1, min(id), $2, '2026-01-01T09:00', '2026-01-01T10:00', 'UTC' from event_categories returning id),
     x as (insert into event_videos (event_id, video_id, title) select e.id, v.id, $2 from e, v)
     select id from v`,
    [network, CANARY],
  )
  return {
    accreditedVideo,
    accreditation: await one(
      'foreign',
      `insert into cle_accreditations (video_id, jurisdiction, title, number, minutes, valid_from, valid_until)
       values ($1, 'NY', $2, $2, 50, '2020-01-01', '2040-01-01') returning id`,
      [accreditedVideo[0]!.id, CANARY],
    ),
    cleCredit: await one(
      'foreign',
      `insert into cle_credits (user_id, title, event_date, minutes, jurisdiction, origin)
       values ($1, $2, '2026-01-01', 60, 'NY', 'staff') returning id`,
      [owner.id, CANARY],
    ),
  }
}

/** An event of the hidden network with a document, a recording and a session. */
export async function putEvents({ testServer, network, owner }: Community) {
  const one = oneOf(testServer)
  const event = await one(
    'foreign',
    `insert into events (peer_network_id, category_id, title, description, wall_start, wall_end, time_zone, capacity)
     select $1, min(id), $2, $2, '2030-01-01T09:00', '2030-01-01T10:00', 'UTC', 5 from event_categories returning id`,
    [network, CANARY],
  )
  const { id } = event[0]!
  await testServer.sql(`insert into event_people (event_id, role, name) values ($1, 'speaker', $2)`, [id, CANARY])
  await testServer.sql('insert into event_registrations (event_id, user_id, status) values ($1, $2, $3)', [
    id,
    owner.id,
    'going',
  ])
  const video = `with v as (insert into material_videos (name, file_type, size, storage_key, duration)
    values ($2, 'video/webm', 1, repeat('a', 64), 60) returning id)`
  return {
    event,
    eventDocument: await one(
      'foreign',
      `with f as (insert into material_files (name, file_type, size, storage_key, outcome)
         values ($2, 'application/pdf', 1, repeat('a', 64), 'read') returning id)
       insert into event_documents (event_id, file_id, title) select $1, f.id, $2 from f returning id`,
      [id, CANARY],
    ),
    eventVideo: await one(
      'foreign',
      `${video} insert into event_videos (event_id, video_id, title) select $1, v.id, $2 from v returning id`,
      [id, CANARY],
    ),
    eventPhoto: await one(
      'foreign',
      `insert into event_photos (event_id, caption, file_type, storage_key) values ($1, $2, 'image/webp', repeat('a', 64)) returning id`,
      [id, CANARY],
    ),
    session: await one(
      'foreign',
      `${video} insert into mainstage_sessions (event_id, video_id, title) select $1, v.id, $2 from v returning id`,
      [id, CANARY],
    ),
  }
}
