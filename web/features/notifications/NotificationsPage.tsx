import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { IconSettings } from '@tabler/icons-react'
import { useEffect } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { Button } from '#web/kit/Button.tsx'
import { PagedList } from '#web/kit/list/PagedList.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { track } from '#web/platform/analytics/analytics.ts'
import { referral } from '#web/platform/navigation/referral.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { log } from '#web/platform/log.ts'
import { isResync, useSignals } from '#web/platform/live/live.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useSearch } from '#web/platform/router/match.ts'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'
import { KindFilter } from './KindFilter.tsx'
import { NotificationLine } from './NotificationLine.tsx'
import { daysOf } from './notification-days.ts'
import { readNotificationSearch, type NotificationSearch } from './notification-search.ts'
import { invalidate, listQuery, markSeen, renewalQuery, useReadAll } from './notifications.queries.ts'
import styles from './NotificationsPage.module.css'
import { RenewalBanner } from './RenewalBanner.tsx'

/** Prefetches the first page of notifications for server rendering. */
export const prepare = (client: QueryClient, search: Record<string, unknown>): Promise<unknown> =>
  Promise.all([
    client.prefetchInfiniteQuery(listQuery(readNotificationSearch(search))),
    client.prefetchQuery(renewalQuery),
  ])

/** The member's notifications, newest first, grouped by day. */
export function NotificationsPage() {
  const search = readNotificationSearch(useSearch())
  useTitle('Notifications')
  const client = useQueryClient()
  const { run: readAll, isPending } = useReadAll()
  useEffect(() => {
    void track('notifications-viewed', referral())
    markSeen(client).catch((error: unknown) => log.debug('Not marked as seen.', error))
  }, [client])
  useSignals((signal) => {
    if (isResync(signal) || signal.signal === 'notifications.changed') void invalidate(client)
  })
  return (
    <Page>
      <div className={styles.head}>
        <h1 className="t-page-title">Notifications</h1>
        <div className={styles.acts}>
          <Button disabled={isPending} onClick={() => void readAll()}>
            Mark all read
          </Button>
          <Link className={styles.settings} to={ROUTES.profileSettings} hash="notifications">
            <IconSettings size={18} stroke={1.6} aria-hidden="true" />
            Notification settings
          </Link>
        </div>
      </div>
      <RenewalBanner />
      <KindFilter search={search} />
      <Lines search={search} />
    </Page>
  )
}

function Lines({ search }: { search: NotificationSearch }) {
  const { time_zone } = useUser()
  const list = useInfiniteQuery(listQuery(search))
  return (
    <PagedList
      query={list}
      keyOf={({ id }) => id}
      skeleton={<Loading />}
      failed={(again) => <Failed onRetry={again} />}
      empty={<Empty search={search} />}
      group={(items) => daysOf(items, time_zone, list.dataUpdatedAt)}
      groupHead={(day) => <h2 className={`t-day ${styles.day}`}>{day}</h2>}
    >
      {(line) => <NotificationLine line={line} fetchedAt={list.dataUpdatedAt} />}
    </PagedList>
  )
}

const Loading = () => (
  <ul className={styles.loading} aria-busy="true" aria-label="Loading notifications">
    {[1, 2, 3, 4].map((each) => (
      <li key={each} className={styles.line}>
        <Skeleton shape="disc" />
        <div className={styles.text}>
          <Skeleton width="most" />
          <Skeleton width="half" />
        </div>
      </li>
    ))}
  </ul>
)

function Empty({ search: { kind, unread } }: { search: NotificationSearch }) {
  const isNarrowed = kind !== undefined || unread === true
  return (
    <StatePage
      title={isNarrowed ? 'No notifications of this type' : 'You have no notifications'}
      actions={
        isNarrowed ? (
          <Link to={ROUTES.notifications} className={styles.settings}>
            Show all notifications
          </Link>
        ) : (
          <Link to={ROUTES.feed} className={styles.settings}>
            Go to Discussions
          </Link>
        )
      }
    >
      <p>Replies, mentions, private replies, and agreement with your posts appear here.</p>
    </StatePage>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <LoadFailed title="We couldn’t load your notifications" again={onRetry}>
      Something went wrong while loading the list. No notifications were lost.
    </LoadFailed>
  )
}
