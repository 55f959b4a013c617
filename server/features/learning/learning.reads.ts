import { hits, materials, ownMaterials, requestedDownload } from '#server/features/materials/index.ts'
import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one, page, value } from '#server/platform/graph/reads.ts'
import { sql, trustedSql, type Sql } from '#server/platform/graph/sql.ts'
import { allWords, anyWord } from '#server/platform/graph/searched-words.ts'
import { OWN_SERIES, SAID_LINES, SERIES_IMAGES, SERIES_ITEMS, SPONSOR_CONNECTION_DAYS } from '#shared/learning.ts'
import { MATERIAL_PATHS } from '#shared/materials.ts'
import { learning, learningLists } from './learning.access.ts'
import { searchedDocuments, searchedSeries, searchedVideos } from './search.ts'

const pathUnder = (base: string, ending: string) => (id: Sql) =>
  sql`${trustedSql(`'${base}/'`)} || ${id} || ${trustedSql(`'${ending}'`)}`
const documentUrl = pathUnder(MATERIAL_PATHS.series_document, '/file')
const videoUrl = pathUnder(MATERIAL_PATHS.series_video, '/file')
const posterUrl = pathUnder(MATERIAL_PATHS.series_video, '/preview')
export const imageUrl = value(
  (s) => sql`case when ${s}.image_key is not null then ${pathUnder(SERIES_IMAGES, '')(sql`${s}.id`)} end`,
)

const seriesOf = one((x) => sql`select s.* from ${learningLists.series_rows} s where s.id = ${x}.series_id`)
const watchedParts = (seriesId: Sql) => sql`
  select v.*, m.duration, p.position, p.updated_at, p.completed_at
  from ${learning.series_videos} v join ${materials.material_videos} m on m.id = v.video_id
  left join ${ownMaterials.watch_progress} p on p.video_id = v.video_id where v.series_id = ${seriesId}`
/** What the viewer has done in it; no row before the first second. */
const progressIn = (seriesId: Sql) => sql`
  select ${seriesId} as series_id, count(w.completed_at)::integer as num_of_completed, max(w.updated_at) as last_watched_at,
    coalesce(sum(w.duration - coalesce(w.position, 0)) filter (where w.can_view and w.completed_at is null), 0)::integer as "left",
    case when count(*) = count(w.completed_at) then max(w.completed_at) end as completed_at
  from (${watchedParts(seriesId)}) w having count(w.updated_at) > 0`
export const learningReads = define({
  Query: {
    series_list: page((_, asking) => searchedSeries(asking)),
    series_documents: page((_, asking) => searchedDocuments(asking)),
    series_videos: page((_, asking) => searchedVideos(asking)),
    series: one((_, { args }) => sql`select s.* from ${learning.series} s where s.id = ${args['id']!}`),
    series_video: one((_, { args }) => sql`select v.* from ${learning.series_videos} v where v.id = ${args['id']!}`),
    series_said: many((_, { args, given }) => {
      const [id, search] = [args['series_id']!, args['search']!]
      return {
        rows: sql`
          select c.starts_at_ms, c.content, v.id as series_video_id, v.index, c.words @@ ${allWords(search)} as has_all,
            ts_rank(c.words, ${anyWord(search)}) as score
          from ${learning.series_videos} v join ${materials.material_cues} c on c.video_id = v.video_id
          where ${given(search) ? sql`v.series_id = ${id} and v.can_view and c.words @@ ${anyWord(search)}` : sql`false`}`,
        order: sql`has_all desc, score desc, index, starts_at_ms`,
        cap: SAID_LINES,
      }
    }),
    own_series: many(() => ({
      rows: sql`
        select s.*, w.watched_at from ${learning.series} s join (
          select v.series_id, max(p.updated_at) as watched_at from ${learning.series_videos} v
          join ${ownMaterials.watch_progress} p on p.video_id = v.video_id group by v.series_id) w on w.series_id = s.id`,
      order: sql`watched_at desc, id desc`,
      cap: OWN_SERIES,
    })),
  },
  Series: {
    image_url: imageUrl,
    network: one((s) => sql`select n.* from ${networks.peer_networks} n where n.id = ${s}.peer_network_id`),
    videos: many((s) => ({
      rows: sql`select v.* from ${learning.series_videos} v where v.series_id = ${s}.id`,
      order: sql`index`,
      cap: SERIES_ITEMS,
    })),
    documents: many((s) => ({
      rows: sql`select d.* from ${learning.series_documents} d where d.series_id = ${s}.id`,
      order: sql`place, id`,
      cap: SERIES_ITEMS,
    })),
    speakers: many((s) => ({
      // Of members, only those that the viewer may see.
      rows: sql`select p.* from ${learning.series_speakers} p where p.series_id = ${s}.id
        and (p.user_id is null or p.user_id in (select u.id from ${people.people} u))`,
      order: sql`place, id`,
      cap: SERIES_ITEMS,
    })),
    sponsors: many((s) => ({
      rows: sql`select p.* from ${learning.series_sponsors} p where p.series_id = ${s}.id`,
      order: sql`place, id`,
      cap: SERIES_ITEMS,
    })),
    progress: one((s) => progressIn(sql`${s}.id`)),
  },
  SeriesProgress: {
    next_video: one(
      (p) => sql`
        select w.* from (${watchedParts(sql`${p}.series_id`)}) w where w.can_view and w.completed_at is null
        order by w.updated_at desc nulls last, w.index limit 1`,
    ),
  },
  SeriesVideo: {
    series: seriesOf,
    url: value((v) => sql`case when ${v}.can_view then ${videoUrl(sql`${v}.id`)} end`),
    thumbnail_url: value(
      (v) => sql`(select ${posterUrl(sql`${v}.id`)} from ${materials.material_videos} m
        where m.id = ${v}.video_id and m.poster_key is not null and ${v}.can_view)`,
    ),
    duration: value((v) => sql`(select m.duration from ${materials.material_videos} m where m.id = ${v}.video_id)`),
    video: one((v) => sql`select m.* from ${materials.material_videos} m where m.id = ${v}.video_id and ${v}.can_view`),
    cue_hits: hits.cues((v) => sql`case when ${v}.can_view then ${v}.video_id end`),
  },
  SeriesDocument: {
    series: seriesOf,
    url: value((d) => sql`case when ${d}.can_view then ${documentUrl(sql`${d}.id`)} end`),
    file: one((d) => sql`select f.* from ${materials.material_files} f where f.id = ${d}.file_id and ${d}.can_view`),
    page_hits: hits.pages((d) => sql`case when ${d}.can_view then ${d}.file_id end`),
  },
  SeriesSpeaker: {
    // Members by their current name and work.
    name: value((p) => sql`coalesce(${p}.name, (select u.name from ${people.people} u where u.id = ${p}.user_id))`),
    title: value(
      (p) => sql`coalesce(${p}.title, (
        select nullif(concat_ws(', ', nullif(u.title, ''), nullif(u.company_name, '')), '') from ${people.people} u where u.id = ${p}.user_id))`,
    ),
    user: one((p) => sql`select u.* from ${people.people} u where u.id = ${p}.user_id`),
  },
  SeriesSponsor: {
    connection_requested_at: value(
      (p) => sql`(select max(c.consented_at) from ${learning.own_sponsor_connections} c
        where c.sponsor_id = ${p}.id and c.consented_at > now() - interval '${SPONSOR_CONNECTION_DAYS} days')`,
    ),
  },
  SponsorConnection: {
    success: value((c) => sql`${c}.id is not null`),
    connection_requested_at: value((c) => sql`${c}.consented_at`),
  },
  Mutation: {
    requestSeriesDocumentDownload: requestedDownload,
    triggerSponsorConnection: one(
      (_, { result }) => sql`select c.* from ${learning.own_sponsor_connections} c where c.id = ${result}`,
    ),
  },
})
