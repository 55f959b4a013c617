/** What stands in the address of the notifications: one kind, or only what is unread. */
import { NOTIFICATION_TYPES, type NotificationType } from '#shared/notifications.ts'

export interface NotificationSearch {
  kind?: NotificationType
  unread?: boolean
}

export const readNotificationSearch = (search: Record<string, unknown>): NotificationSearch => ({
  ...(NOTIFICATION_TYPES.includes(search.kind as NotificationType) && { kind: search.kind as NotificationType }),
  ...((search.unread === true || search.unread === 'true') && { unread: true }),
})
