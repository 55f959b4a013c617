/** Statements for marking notifications. The access relations select which ones a member has. */
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { notificationRelations } from './notifications.access.ts'

export const selectNotification = (id: number) =>
  sql`select n.id from ${notificationRelations.listed_notifications} n where n.id = ${new Parameter('id', 'bigint', () => id)}`
export const selectUnread = sql`
  select n.id from ${notificationRelations.listed_notifications} n where n.read_at is null and n.notification_type <> 'membership_renewal'`
export const selectUnseen = sql`
  select n.id from ${notificationRelations.listed_notifications} n where not n.seen and n.notification_type <> 'membership_renewal'`

export const toggleRead = {
  name: 'toggle-notification-read',
  text: `update notifications set read_at = case when read_at is null then now() end, seen = true, updated_at = now()
    where id = $1 and user_id = $2`,
}
export const setRead = {
  name: 'set-notifications-read',
  text: `update notifications set read_at = now(), seen = true, updated_at = now()
    where id = any($1::bigint[]) and user_id = $2 and read_at is null returning id`,
}
export const setSeen = {
  name: 'set-notifications-seen',
  text: `update notifications set seen = true, updated_at = now()
    where id = any($1::bigint[]) and user_id = $2 and not seen returning id`,
}
