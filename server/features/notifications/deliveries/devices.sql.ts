/** Statements for push devices. */

/** A device belongs to the member and the session that registered it last. */
export const upsertDevice = {
  name: 'upsert-push-device',
  text: `insert into push_devices (user_id, session_id, kind, endpoint, p256dh, auth) values ($1, $2, $3, $4, $5, $6)
    on conflict (endpoint) do update set user_id = $1, session_id = $2, kind = $3, p256dh = $5, auth = $6
    returning id`,
}
/** Deletes the oldest devices above the limit. */
export const trimDevices = {
  name: 'trim-push-devices',
  text: `delete from push_devices where user_id = $1 and id not in (
    select d.id from push_devices d where d.user_id = $1 order by d.id desc limit $2)`,
}
export const deleteDevice = {
  name: 'delete-push-device',
  text: 'delete from push_devices where user_id = $1 and endpoint = $2',
}
export const clearCount = {
  name: 'clear-push-count',
  text: 'update notification_preferences set push_count = 0 where user_id = $1 and push_count > 0',
}
/** Devices of sessions that have not expired. */
export const selectDevices = {
  name: 'select-push-devices',
  text: `select d.id, d.kind, d.endpoint, d.p256dh, d.auth from push_devices d join sessions s on s.id = d.session_id
    where d.user_id = $1 and s.expires_at > now() order by d.id`,
}
export const deleteGone = { name: 'delete-gone-push-device', text: 'delete from push_devices where id = $1' }
export const countPush = {
  name: 'count-push',
  text: `insert into notification_preferences as p (user_id, push_count) values ($1, $2)
    on conflict (user_id) do update set push_count = p.push_count + $2 returning push_count`,
}
