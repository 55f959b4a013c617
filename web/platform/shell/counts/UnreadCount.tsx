import { unseenCount } from '#web/platform/shell/counts/Count.tsx'
import { unseenQuery } from '#web/platform/shell/counts/count-queries.ts'
import { CountBadge } from '#web/platform/shell/counts/CountBadge.tsx'

/** The count of unseen notifications, on the bell. */
export default function UnreadCount({ className }: { className: string | undefined }) {
  return (
    <CountBadge
      place="notifications"
      query={unseenQuery}
      countOf={unseenCount}
      changes={({ signal }) => signal === 'notifications.changed'}
      className={className}
      word="new"
    />
  )
}
