/** Statements for imports of series. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export const selectSeriesNamed = statement(
  'select-series-named',
  { networkId: 'bigint', title: 'text' },
  (p) => sql`select s.id from series s where s.peer_network_id = ${p.networkId} and lower(s.title) = lower(${p.title})
    order by s.id limit 1`,
)
export const insertImportedSeries = statement(
  'insert-imported-series',
  { networkId: 'bigint', title: 'text' },
  (p) => sql`insert into series (peer_network_id, title) values (${p.networkId}, ${p.title}) returning id`,
)
export const selectKnownPart = statement(
  'select-known-part',
  { seriesId: 'bigint', title: 'text' },
  (p) =>
    sql`select v.id from series_videos v where v.series_id = ${p.seriesId} and lower(v.title) = lower(${p.title}) limit 1`,
)
/** Behind the last part. */
export const insertPart = statement(
  'insert-series-part',
  { seriesId: 'bigint', videoId: 'bigint', title: 'text', description: 'text', opens: 'timestamptz' },
  (p) => sql`insert into series_videos (series_id, index, video_id, title, description, available_from)
    select ${p.seriesId}, coalesce(max(v.index), 0) + 1, ${p.videoId}, ${p.title}, ${p.description}, ${p.opens}
    from series_videos v where v.series_id = ${p.seriesId} returning id, index`,
)
