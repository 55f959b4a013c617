import { materials } from '#server/features/materials/index.ts'
import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one, page, value } from '#server/platform/graph/reads.ts'
import { sql, type Sql } from '#server/platform/graph/sql.ts'
import { anyWord } from '#server/platform/graph/searched-words.ts'
import { KEPT_SERIES_PAGE, SERIES_ITEMS, VIDEO_CHOICES } from '#shared/learning.ts'
import { imageUrl } from '../learning.reads.ts'
import { staffSeries } from './staff.access.ts'

const kept = sql`select s.* from ${staffSeries.staff_series} s`
const itemsOf = (rows: (id: Sql) => Sql, order: Sql) =>
  many((s) => ({ rows: rows(sql`${s}.id`), order, cap: SERIES_ITEMS }))

export const staffSeriesReads = define({
  Query: {
    staff_series: page((_, { args, given }) => {
      const search = args['search']!
      const rows = given(search) ? sql`${kept} where s.words @@ ${anyWord(search)}` : kept
      return {
        rows,
        order: sql`id desc`,
        limit: args['limit'],
        offset: args['offset'],
        cap: KEPT_SERIES_PAGE,
        count: sql`select count(*)::integer from (${rows}) c`,
      }
    }),
    staff_series_by_id: one((_, { args }) => sql`${kept} where s.id = ${args['id']!}`),
    video_choices: many(() => ({
      rows: sql`select v.* from ${staffSeries.video_choices} v`,
      order: sql`v.name, v.id`,
      cap: VIDEO_CHOICES,
    })),
  },
  StaffSeries: {
    image_url: imageUrl,
    network: one((s) => sql`select n.* from ${networks.peer_networks} n where n.id = ${s}.peer_network_id`),
    videos: itemsOf(
      (id) => sql`select v.* from ${staffSeries.staff_series_videos} v where v.series_id = ${id}`,
      sql`index`,
    ),
    documents: itemsOf(
      (id) => sql`select d.* from ${staffSeries.staff_series_documents} d where d.series_id = ${id}`,
      sql`place, id`,
    ),
    speakers: itemsOf(
      (id) => sql`select p.* from ${staffSeries.staff_series_speakers} p where p.series_id = ${id}`,
      sql`place, id`,
    ),
    sponsors: itemsOf(
      (id) => sql`select p.* from ${staffSeries.staff_series_sponsors} p where p.series_id = ${id}`,
      sql`place, id`,
    ),
  },
  StaffSeriesDocument: {
    file_name: value((d) => sql`(select f.name from ${materials.material_files} f where f.id = ${d}.file_id)`),
  },
  StaffSeriesSpeaker: {
    member_name: value((p) => sql`(select u.name from ${people.people} u where u.id = ${p}.user_id)`),
  },
  Mutation: {
    saveSeries: one((_, { result }) => sql`${kept} where s.id = ${result}`),
    addVideo: one((_, { result }) => sql`select v.* from ${staffSeries.video_choices} v where v.id = ${result}`),
  },
})
