import { UnseenNotificationCount } from '#api/operations.ts'
import { operationQuery } from '#web/platform/operations.ts'
import { shellQuery } from '#web/platform/query-client.ts'
import { CountMark } from '#web/platform/shell/CountMark.tsx'

const unseenQuery = { ...operationQuery(UnseenNotificationCount, {}), ...shellQuery }

/** How many are new, on the bell. */
export default function BellCount({ className }: { className: string | undefined }) {
  return (
    <CountMark
      place="notifications"
      query={unseenQuery}
      countOf={({ unseen_notification_count }) => unseen_notification_count}
      changes={({ signal }) => signal === 'notifications.changed'}
      className={className}
      word="new"
    />
  )
}
