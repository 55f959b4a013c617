/** Statements for push devices. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

/** A device belongs to the member and the session that registered it last. */
export const upsertDevice = statement(
  'upsert-push-device',
  { userId: 'bigint', sessionId: 'bigint', kind: 'text', endpoint: 'text', p256dh: 'text', auth: 'text' },
  (p) => sql`
    insert into push_devices (user_id, session_id, kind, endpoint, p256dh, auth) values (${p.userId}, ${p.sessionId}, ${p.kind}, ${p.endpoint}, ${p.p256dh}, ${p.auth})
    on conflict (endpoint) do update set user_id = ${p.userId}, session_id = ${p.sessionId}, kind = ${p.kind}, p256dh = ${p.p256dh}, auth = ${p.auth}
    returning id`,
)
/** Deletes the oldest devices above the limit. */
export const trimDevices = statement(
  'trim-push-devices',
  { userId: 'bigint', limit: 'bigint' },
  (p) => sql`delete from push_devices where user_id = ${p.userId} and id not in (
    select d.id from push_devices d where d.user_id = ${p.userId} order by d.id desc limit ${p.limit})`,
)
export const deleteDevice = statement(
  'delete-push-device',
  { userId: 'bigint', endpoint: 'text' },
  (p) => sql`delete from push_devices where user_id = ${p.userId} and endpoint = ${p.endpoint}`,
)
export const clearCount = statement(
  'clear-push-count',
  { userId: 'bigint' },
  (p) => sql`update notification_preferences set push_count = 0 where user_id = ${p.userId} and push_count > 0`,
)
/** Devices of sessions that have not expired. */
export const selectDevices = statement(
  'select-push-devices',
  { userId: 'bigint' },
  (p) => sql`
    select d.id, d.kind, d.endpoint, d.p256dh, d.auth from push_devices d join sessions s on s.id = d.session_id
    where d.user_id = ${p.userId} and s.expires_at > now() order by d.id`,
)
export const deleteGone = statement(
  'delete-gone-push-device',
  { id: 'bigint' },
  (p) => sql`delete from push_devices where id = ${p.id}`,
)
export const countPush = statement(
  'count-push',
  { userId: 'bigint', pushes: 'integer' },
  (p) => sql`insert into notification_preferences as p (user_id, push_count) values (${p.userId}, ${p.pushes})
    on conflict (user_id) do update set push_count = p.push_count + ${p.pushes} returning push_count`,
)
