/** Statements for profile pictures. A picture's URL contains its key, so a new picture has a new URL. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
export const keepPicture = statement(
  'keep-profile-picture',
  {
    userId: 'bigint',
    storageKey: 'text',
    pictureKey: 'text',
    thumbnailKey: 'text',
    profilePicUrl: 'text',
    profileThumbnailUrl: 'text',
  },
  (p) => sql`with before as (select picture_key, thumbnail_key from profile_pictures where user_id = ${p.userId}),
    kept as (
      insert into profile_pictures (user_id, key, picture_key, thumbnail_key) values (${p.userId}, ${p.storageKey}, ${p.pictureKey}, ${p.thumbnailKey})
      on conflict (user_id) do update set key = ${p.storageKey}, picture_key = ${p.pictureKey}, thumbnail_key = ${p.thumbnailKey}, created_at = now()),
    shown as (update users set profile_pic_url = ${p.profilePicUrl}, profile_thumbnail_url = ${p.profileThumbnailUrl}, updated_at = now() where id = ${p.userId})
    select * from before`,
)
export const dropPicture = statement(
  'drop-profile-picture',
  { userId: 'bigint' },
  (p) => sql`
    with hidden as (update users set profile_pic_url = null, profile_thumbnail_url = null, updated_at = now() where id = ${p.userId})
    delete from profile_pictures where user_id = ${p.userId} returning picture_key, thumbnail_key`,
)
export const findPicture = statement(
  'find-profile-picture',
  { key: 'text' },
  (p) => sql`select picture_key, thumbnail_key from profile_pictures where key = ${p.key}`,
)
