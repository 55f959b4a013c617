/** Statements for marking notifications. The access relations select which ones a member has. */
import { statement } from '#server/platform/database/statement.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { notificationRelations } from './notifications.access.ts'

export const selectNotification = (id: number) =>
  sql`select n.id from ${notificationRelations.listed_notifications} n where n.id = ${new Parameter('id', 'bigint', () => id)}`
export const selectUnread = sql`
  select n.id from ${notificationRelations.listed_notifications} n where n.read_at is null and n.notification_type <> 'membership_renewal'`
export const selectUnseen = sql`
  select n.id from ${notificationRelations.listed_notifications} n where not n.seen and n.notification_type <> 'membership_renewal'`

export const toggleRead = statement(
  'toggle-notification-read',
  { id: 'bigint', userId: 'bigint' },
  (p) => sql`
    update notifications set read_at = case when read_at is null then now() end, seen = true, updated_at = now()
    where id = ${p.id} and user_id = ${p.userId}`,
)
export const setRead = statement(
  'set-notifications-read',
  { notificationIds: 'bigint[]', userId: 'bigint' },
  (p) => sql`update notifications set read_at = now(), seen = true, updated_at = now()
    where id = any(${p.notificationIds}) and user_id = ${p.userId} and read_at is null returning id`,
)
export const setSeen = statement(
  'set-notifications-seen',
  { notificationIds: 'bigint[]', userId: 'bigint' },
  (p) => sql`update notifications set seen = true, updated_at = now()
    where id = any(${p.notificationIds}) and user_id = ${p.userId} and not seen returning id`,
)
