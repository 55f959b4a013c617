export const lockSetting = {
  name: 'lock-community-setting',
  text: 'select value from community_settings where key = $1 for update',
}
export const upsertSetting = {
  name: 'upsert-community-setting',
  text: `insert into community_settings (key, value, changed_by) values ($1, $2, $3)
    on conflict (key) do update set value = excluded.value, changed_at = now(), changed_by = excluded.changed_by`,
}
export const deleteSetting = {
  name: 'delete-community-setting',
  text: 'delete from community_settings where key = $1',
}
