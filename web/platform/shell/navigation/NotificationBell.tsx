import { IconBell } from '@tabler/icons-react'
import { ROUTES } from '#shared/routes.ts'
import { classNames } from '#web/kit/class-names.ts'
import { AfterFirstView, lazyOrNothing } from '#web/kit/loading/after-first-view.tsx'
import { tooltip } from '#web/kit/overlay/tooltip.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { FirstCount, unseenCount } from '#web/platform/shell/counts/Count.tsx'
import styles from './TopBar.module.css'

const UnreadCount = lazyOrNothing(() => import('#web/platform/shell/counts/UnreadCount.tsx'))

/** Link to the notifications. Their count comes with the page; what keeps it current loads after the first view. */
export function NotificationBell() {
  const tip = tooltip('Notifications')
  return (
    <Link {...tip} to={ROUTES.notifications} className={classNames(tip.className, styles.control)}>
      <IconBell aria-hidden="true" />
      <span className="visually-hidden">Notifications </span>
      <AfterFirstView
        meanwhile={
          <FirstCount of="UnseenNotificationCount" countOf={unseenCount} className={styles.count} word="new" />
        }
      >
        <UnreadCount className={styles.count} />
      </AfterFirstView>
    </Link>
  )
}
