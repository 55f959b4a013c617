/** Statements about the photos of an event. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export const selectPhotoIds = statement(
  'select-event-photo-ids',
  { eventId: 'bigint' },
  (p) => sql`select p.id from event_photos p where p.event_id = ${p.eventId}`,
)
/** Returns the bytes that no photo uses any more. */
export const replacePhotos = statement(
  'replace-event-photos',
  { eventId: 'bigint', rows: 'jsonb' },
  (p) => sql`
    with given as (
      select * from jsonb_to_recordset(${p.rows}) as x (id bigint, place integer, caption text, file_type text, storage_key text)),
    changed as (
      update event_photos x set place = g.place, caption = g.caption from given g where x.id = g.id and x.event_id = ${p.eventId}),
    added as (
      insert into event_photos (event_id, caption, file_type, storage_key, place)
      select ${p.eventId}, g.caption, g.file_type, g.storage_key, g.place from given g where g.id is null),
    gone as (
      delete from event_photos x where x.event_id = ${p.eventId} and x.id not in (select g.id from given g where g.id is not null)
      returning x.id, x.storage_key)
    select g.storage_key from gone g
    where not exists (select from event_photos o where o.storage_key = g.storage_key and o.id <> g.id)`,
)
