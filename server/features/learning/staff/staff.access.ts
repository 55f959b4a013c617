/** Series as staff of their network edit them, with the addresses of sponsors. Empty for everybody else. */
import { checkedRelations, mayIn, sql, viewer } from '#server/platform/graph/sql.ts'

const isStaffOf = mayIn('content', sql`array[s.peer_network_id]`)
const series = sql`select s.* from series s where ${isStaffOf}`

export const staffSeries = checkedRelations({
  staff_series: series,
  staff_series_videos: sql`select v.* from series_videos v join (${series}) s on s.id = v.series_id`,
  staff_series_documents: sql`select d.* from series_documents d join (${series}) s on s.id = d.series_id`,
  staff_series_speakers: sql`select p.* from series_speakers p join (${series}) s on s.id = p.series_id`,
  staff_series_sponsors: sql`
    select p.*, (select count(*)::integer from sponsor_connections c where c.sponsor_id = p.id) as num_of_connections
    from series_sponsors p join (${series}) s on s.id = p.series_id`,
  /** Videos have no network: for staff of one, those of its series and those that they added themselves. */
  video_choices: sql`
    select v.id, v.name, v.duration from material_videos v
    where ${mayIn(
      'content',
      sql`array(select s.peer_network_id from series_videos p join series s on s.id = p.series_id where p.video_id = v.id)`,
    )} or (v.added_by = ${viewer.id} and 'content' = any(${viewer.permissions}))`,
})
