import { KIND_LABELS, type NotificationType } from '#shared/notifications.ts'
import { ROUTES } from '#shared/routes.ts'
import { Link } from '#web/platform/router/Link.tsx'
import type { NotificationSearch } from './notification-search.ts'
import styles from './NotificationsPage.module.css'

/** The frequent kinds; the others appear only under "All". */
const OFFERED: readonly NotificationType[] = [
  'mention',
  'private_reply',
  'reply',
  'like',
  'recommendation_request_match',
  'poll_ended',
  'moderation_decision',
]

const CHOICES: readonly { label: string; search: NotificationSearch }[] = [
  { label: 'All', search: {} },
  { label: 'Unread', search: { unread: true } },
  ...OFFERED.map((kind) => ({ label: KIND_LABELS[kind].label, search: { kind } })),
]

export function KindFilter({ search }: { search: NotificationSearch }) {
  const isCurrent = (choice: NotificationSearch) => choice.kind === search.kind && choice.unread === search.unread
  return (
    <nav className={styles.kinds} aria-label="Notification types">
      {CHOICES.map(({ label, search: choice }) => (
        <Link
          key={label}
          to={ROUTES.notifications}
          search={choice}
          className={styles.kind}
          aria-current={isCurrent(choice) ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
