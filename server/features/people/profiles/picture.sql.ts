/** Statements for profile pictures. A picture's URL contains its key, so a new picture has a new URL. */
export const keepPicture = {
  name: 'keep-profile-picture',
  text: `with before as (select picture_key, thumbnail_key from profile_pictures where user_id = $1),
    kept as (
      insert into profile_pictures (user_id, key, picture_key, thumbnail_key) values ($1, $2, $3, $4)
      on conflict (user_id) do update set key = $2, picture_key = $3, thumbnail_key = $4, created_at = now()),
    shown as (update users set profile_pic_url = $5, profile_thumbnail_url = $6, updated_at = now() where id = $1)
    select * from before`,
}
export const dropPicture = {
  name: 'drop-profile-picture',
  text: `with hidden as (update users set profile_pic_url = null, profile_thumbnail_url = null, updated_at = now() where id = $1)
    delete from profile_pictures where user_id = $1 returning picture_key, thumbnail_key`,
}
export const findPicture = {
  name: 'find-profile-picture',
  text: 'select picture_key, thumbnail_key from profile_pictures where key = $1',
}
