/** Statements for pages drawn as pictures and for stamped files. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export const selectPicture = statement(
  'select-document-picture',
  { fileId: 'bigint', mark: 'text', number: 'integer' },
  (p) =>
    sql`select storage_key from document_pictures where file_id = ${p.fileId} and mark = ${p.mark} and number = ${p.number}`,
)
export const insertPicture = statement(
  'insert-document-picture',
  { fileId: 'bigint', mark: 'text', number: 'integer', storageKey: 'text' },
  (p) => sql`insert into document_pictures (file_id, mark, number, storage_key)
    values (${p.fileId}, ${p.mark}, ${p.number}, ${p.storageKey}) on conflict do nothing`,
)
/** What is stamped: the name, and day and hour where the reader is. */
export const selectReader = statement(
  'select-document-reader',
  { userId: 'bigint', hour: 'timestamptz' },
  (
    p,
  ) => sql`select u.name, to_char(${p.hour} at time zone coalesce(u.time_zone, 'UTC'), 'FMMonth FMDD, YYYY, FMHH12 AM') as at
    from users u where u.id = ${p.userId}`,
)
