import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionsQuery } from '#web/features/events/events.queries.ts'
import { SessionRow } from '#web/features/events/MaterialRows.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { PagedList } from '#web/kit/list/PagedList.tsx'
import { track } from '#web/platform/analytics/analytics.ts'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { referral } from '#web/platform/navigation/referral.ts'
import { useUser } from '#web/platform/session/session.ts'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import styles from '#web/features/events/Events.module.css'

/** The sessions of all main stages, the next ones first. */
export function MainstagePage() {
  useTitle('Mainstage')
  useEffect(() => void track('mainstage-viewed', referral()), [])
  const { time_zone } = useUser()
  return (
    <Page>
      <BackLink />
      <h1 className="t-page-title">Mainstage</h1>
      <p className={styles.lede}>Sessions of the main stage, with their recordings.</p>
      <h2 className="visually-hidden">Sessions</h2>
      <PagedList
        query={useInfiniteQuery(sessionsQuery)}
        label="Sessions"
        className={styles.list}
        keyOf={({ id }) => id}
        skeleton={
          <div className={styles.waiting} aria-busy="true">
            <Skeleton shape="title" width="most" />
            <Skeleton width="half" />
            <Skeleton shape="title" width="most" />
            <Skeleton width="half" />
          </div>
        }
        failed={(again) => (
          <LoadFailed title="We couldn’t load the sessions" again={again}>
            Something went wrong while loading this list.
          </LoadFailed>
        )}
        empty={
          <StatePage title="No sessions yet">
            <p>Sessions appear here when an event with a main stage is planned.</p>
          </StatePage>
        }
      >
        {(line) => <SessionRow line={line} zone={time_zone} isListed />}
      </PagedList>
    </Page>
  )
}
