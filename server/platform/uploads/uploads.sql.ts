/** SQL for uploads. */
export const insertUpload = {
  name: 'insert-upload',
  text: `insert into uploads (key, user_id, name, file_type, size, storage_key, preview_key, width, height)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}

const OWN_UNUSED = 'key = any($2::text[]) and user_id = $1 and used_at is null'
const STORED = 'key, name, file_type, size, storage_key, preview_key, width, height'
/** The member's own, unused files, without claiming them. */
export const selectUnused = {
  name: 'select-uploads',
  text: `select ${STORED} from uploads where ${OWN_UNUSED}`,
}
/** Marks the member's own, unused files as used and returns them in the requested order. */
export const claimUnused = {
  name: 'take-uploads',
  text: `with taken as (update uploads set used_at = now() where ${OWN_UNUSED} returning ${STORED})
    select * from taken order by array_position($2::text[], key)`,
}

/**
 * Deletes old uploads. A used file lives on where it is used, so only the storage keys of unused files are returned.
 */
export const deleteOld = {
  name: 'delete-old-uploads',
  text: `delete from uploads where created_at < now() - make_interval(hours => $1)
    returning case when used_at is null then storage_key end as storage_key,
      case when used_at is null then preview_key end as preview_key`,
}
