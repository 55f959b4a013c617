/** Series as staff edit them, with the addresses of sponsors. Empty for everybody else. */
import { checkedRelations, sql, may } from '#server/platform/graph/sql.ts'

export const staffSeries = checkedRelations({
  staff_series: sql`select s.* from series s where ${may('content')}`,
  staff_series_videos: sql`select v.* from series_videos v where ${may('content')}`,
  staff_series_documents: sql`select d.* from series_documents d where ${may('content')}`,
  staff_series_speakers: sql`select p.* from series_speakers p where ${may('content')}`,
  staff_series_sponsors: sql`
    select p.*, (select count(*)::integer from sponsor_connections c where c.sponsor_id = p.id) as num_of_connections
    from series_sponsors p where ${may('content')}`,
  video_choices: sql`select v.id, v.name, v.duration from material_videos v where ${may('content')}`,
})
