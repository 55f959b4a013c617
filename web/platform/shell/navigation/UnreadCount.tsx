import { UnseenNotificationCount } from '#api/operations.ts'
import { operationQuery } from '#web/platform/api/operations.ts'
import { shellQuery } from '#web/platform/api/query-client.ts'
import { CountBadge } from '#web/platform/shell/navigation/CountBadge.tsx'

const unseenQuery = { ...operationQuery(UnseenNotificationCount, {}), ...shellQuery }

/** The count of unseen notifications, on the bell. */
export default function UnreadCount({ className }: { className: string | undefined }) {
  return (
    <CountBadge
      place="notifications"
      query={unseenQuery}
      countOf={({ unseen_notification_count }) => unseen_notification_count}
      changes={({ signal }) => signal === 'notifications.changed'}
      className={className}
      word="new"
    />
  )
}
