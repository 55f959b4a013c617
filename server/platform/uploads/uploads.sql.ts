import { type Parameter, sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

/** SQL for uploads. */
export const insertUpload = statement(
  'insert-upload',
  {
    key: 'text',
    userId: 'bigint',
    name: 'text',
    fileType: 'text',
    size: 'bigint',
    storageKey: 'text',
    previewKey: 'text',
    width: 'integer',
    height: 'integer',
  },
  (p) => sql`insert into uploads (key, user_id, name, file_type, size, storage_key, preview_key, width, height)
    values (${p.key}, ${p.userId}, ${p.name}, ${p.fileType}, ${p.size}, ${p.storageKey}, ${p.previewKey}, ${p.width}, ${p.height})`,
)

const OWN_UNUSED = (p: { userId: Parameter; keys: Parameter }) =>
  sql`key = any(${p.keys}) and user_id = ${p.userId} and used_at is null`
const STORED = sql`key, name, file_type, size, storage_key, preview_key, width, height`
/** The member's own, unused files, without claiming them. */
export const selectUnused = statement(
  'select-uploads',
  { userId: 'bigint', keys: 'text[]' },
  (p) => sql`select ${STORED} from uploads where ${OWN_UNUSED(p)}`,
)
/** Marks the member's own, unused files as used and returns them in the requested order. */
export const claimUnused = statement(
  'take-uploads',
  { userId: 'bigint', keys: 'text[]' },
  (p) => sql`with taken as (update uploads set used_at = now() where ${OWN_UNUSED(p)} returning ${STORED})
    select * from taken order by array_position(${p.keys}, key)`,
)

/** The newest of the member's own, unused files with this name. */
export const selectUnusedNamed = statement(
  'select-upload-named',
  { userId: 'bigint', name: 'text' },
  (
    p,
  ) => sql`select ${STORED} from uploads where user_id = ${p.userId} and lower(name) = lower(${p.name}) and used_at is null
    order by created_at desc, key limit 1`,
)

/** Unless it was replaced or used meanwhile. */
export const replaceUpload = statement(
  'replace-upload',
  { key: 'text', oldStorageKey: 'text', storageKey: 'text', size: 'bigint' },
  (p) => sql`update uploads set storage_key = ${p.storageKey}, size = ${p.size}
    where key = ${p.key} and storage_key = ${p.oldStorageKey} and used_at is null`,
)

/** The member's own upload, as the client references it, also if it was used. */
export const selectUpload = statement(
  'select-upload',
  { userId: 'bigint', key: 'text' },
  (p) => sql`select key, name, file_type, size from uploads where key = ${p.key} and user_id = ${p.userId}`,
)

/**
 * Deletes old uploads. A used file lives on where it is used, so only the storage keys of unused files are returned.
 */
export const deleteOld = statement(
  'delete-old-uploads',
  { hours: 'integer' },
  (p) => sql`delete from uploads where created_at < now() - make_interval(hours => ${p.hours})
    returning case when used_at is null then storage_key end as storage_key,
      case when used_at is null then preview_key end as preview_key`,
)
