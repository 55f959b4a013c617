/** Statements of staff about series. */
import { CLAIM, claim } from '#server/platform/database/idempotency.ts'
import { statement } from '#server/platform/database/statement.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { isPostingMember } from '#server/platform/session/account-states.ts'
import { staffSeries } from './staff.access.ts'

/** How a series is, for the record of staff acts: no names of people. */
export const lockSeries = statement(
  'lock-series',
  { id: 'bigint' },
  (p) => sql`
    select s.title, s.peer_network_id, array(select v.video_id from series_videos v where v.series_id = s.id) as video_ids,
      jsonb_build_object('title', s.title, 'peer_network_id', s.peer_network_id, 'is_published', s.published_at is not null,
      'videos', (select coalesce(jsonb_agg(v.video_id order by v.index), '[]') from series_videos v where v.series_id = s.id),
      'documents', (select coalesce(jsonb_agg(d.title order by d.place), '[]') from series_documents d where d.series_id = s.id),
      'speakers', (select count(*) from series_speakers x where x.series_id = s.id),
      'sponsors', (select coalesce(jsonb_agg(x.company order by x.place), '[]') from series_sponsors x where x.series_id = s.id)) as facts
    from series s where s.id = ${p.id} for update of s`,
)
/** Those of the videos that the viewer may choose as parts. */
export const selectChoices = (ids: readonly number[]) => sql`
  select c.id from ${staffSeries.video_choices} c where c.id = any(${new Parameter('videos', 'bigint[]', () => ids)})`
/** The fields with an id that is unknown or of another series. Speakers may stay when their membership has ended. */
export const unknownParts = statement(
  'unknown-series-parts',
  {
    seriesId: 'bigint',
    networkId: 'bigint',
    videoIds: 'bigint[]',
    users: 'bigint[]',
    videos: 'bigint[]',
    documents: 'bigint[]',
    sponsors: 'bigint[]',
  },
  (p) => sql`
    select 'peer_network_id' as field where not exists (select from peer_networks n where n.id = ${p.networkId})
    union all select 'videos' where exists (
      select from unnest(${p.videoIds}) x where not exists (select from material_videos v where v.id = x))
      or exists (select from unnest(${p.videos}) x where not exists (
        select from series_videos v where v.id = x and v.series_id = ${p.seriesId}))
    union all select 'documents' where exists (select from unnest(${p.documents}) x where not exists (
      select from series_documents d where d.id = x and d.series_id = ${p.seriesId}))
    union all select 'speakers' where exists (
      select from unnest(${p.users}) x where not exists (select from users u where u.id = x and ${isPostingMember(sql`u`)})
        and not exists (select from series_speakers s where s.series_id = ${p.seriesId} and s.user_id = x))
    union all select 'sponsors' where exists (select from unnest(${p.sponsors}) x where not exists (
      select from series_sponsors s where s.id = x and s.series_id = ${p.seriesId}))`,
)
export const insertSeries = statement(
  'insert-series',
  { ...CLAIM, networkId: 'bigint', title: 'text' },
  (p) => sql`
    with claimed as (${claim(p, 'series_id_seq')})
    insert into series (id, peer_network_id, title)
    overriding system value select c.result, ${p.networkId}, ${p.title} from claimed c returning id`,
)
export const updateSeries = statement(
  'update-series',
  {
    id: 'bigint',
    networkId: 'bigint',
    title: 'text',
    description: 'text',
    imageKey: 'text',
    withoutImage: 'boolean',
    isPublished: 'boolean',
  },
  (p) => sql`update series s set peer_network_id = ${p.networkId}, title = ${p.title}, description = ${p.description},
    image_key = case when ${p.withoutImage} then null else coalesce(${p.imageKey}, s.image_key) end,
    published_at = case when ${p.isPublished} then coalesce(s.published_at, now()) end
    where s.id = ${p.id}`,
)
export const replaceVideos = statement(
  'replace-series-videos',
  { seriesId: 'bigint', rows: 'jsonb' },
  (p) => sql`
    with given as (
      select * from jsonb_to_recordset(${p.rows}) as x (id bigint, place integer, video_id bigint, title text, description text, available_from timestamptz)),
    gone as (delete from series_videos v where v.series_id = ${p.seriesId} and v.id not in (select g.id from given g where g.id is not null)),
    changed as (
      update series_videos v set index = g.place, video_id = g.video_id, title = g.title, description = g.description, available_from = g.available_from
      from given g where v.id = g.id and v.series_id = ${p.seriesId})
    insert into series_videos (series_id, index, video_id, title, description, available_from)
    select ${p.seriesId}, g.place, g.video_id, g.title, g.description, g.available_from from given g where g.id is null`,
)
export const replaceDocuments = statement(
  'replace-series-documents',
  { seriesId: 'bigint', rows: 'jsonb' },
  (p) => sql`
    with given as (
      select * from jsonb_to_recordset(${p.rows}) as x (id bigint, place integer, file_id bigint, title text, available_from timestamptz)),
    gone as (delete from series_documents d where d.series_id = ${p.seriesId} and d.id not in (select g.id from given g where g.id is not null)),
    changed as (
      update series_documents d set place = g.place, title = g.title, available_from = g.available_from
      from given g where d.id = g.id and d.series_id = ${p.seriesId})
    insert into series_documents (series_id, file_id, place, title, available_from)
    select ${p.seriesId}, g.file_id, g.place, g.title, g.available_from from given g where g.id is null`,
)
/** Nothing refers to a speaker, so they are written anew. */
export const deleteSpeakers = statement(
  'delete-series-speakers',
  { seriesId: 'bigint' },
  (p) => sql`delete from series_speakers x where x.series_id = ${p.seriesId}`,
)
export const insertSpeakers = statement(
  'insert-series-speakers',
  { seriesId: 'bigint', rows: 'jsonb' },
  (p) => sql`
    insert into series_speakers (series_id, place, user_id, name, title)
    select ${p.seriesId}, x.place, x.user_id, x.name, x.title
    from jsonb_to_recordset(${p.rows}) as x (place integer, user_id bigint, name text, title text)`,
)
export const replaceSponsors = statement(
  'replace-series-sponsors',
  { seriesId: 'bigint', rows: 'jsonb' },
  (p) => sql`
    with given as (
      select * from jsonb_to_recordset(${p.rows}) as x (id bigint, place integer, first_name text, company text, email text, paid_for text)),
    gone as (delete from series_sponsors s where s.series_id = ${p.seriesId} and s.id not in (select g.id from given g where g.id is not null)),
    changed as (
      update series_sponsors s set place = g.place, first_name = g.first_name, company = g.company, email = g.email, paid_for = g.paid_for
      from given g where s.id = g.id and s.series_id = ${p.seriesId})
    insert into series_sponsors (series_id, place, first_name, company, email, paid_for)
    select ${p.seriesId}, g.place, g.first_name, g.company, g.email, g.paid_for from given g where g.id is null`,
)
