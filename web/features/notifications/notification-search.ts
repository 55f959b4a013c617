/** Search parameters of the notifications page: one kind, or unread only. */
import { NOTIFICATION_TYPES, type NotificationType } from '#shared/notifications.ts'

export interface NotificationSearch {
  kind?: NotificationType
  unread?: boolean
}

export const readNotificationSearch = (search: Record<string, unknown>): NotificationSearch => ({
  ...(NOTIFICATION_TYPES.includes(search.kind as NotificationType) && { kind: search.kind as NotificationType }),
  ...((search.unread === true || search.unread === 'true') && { unread: true }),
})
