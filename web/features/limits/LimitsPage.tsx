import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GetLimitHits, type GetLimitHitsQuery } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { LIMIT_HITS_DAYS, LIMIT_HITS_PAGE, POSTING_LIMITS, type LimitKind } from '#shared/limits.ts'
import { personLine } from '#shared/people.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/limits/LimitsPage.module.css'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

type Hit = GetLimitHitsQuery['limit_hits']['items'][number]

/** Members who reached a posting limit, latest first. */
export function LimitsPage() {
  const [offset, setOffset] = useState(0)
  const query = operationQuery(GetLimitHits, { offset, limit: LIMIT_HITS_PAGE }, { staleTime: 0 })
  const { data, isError, refetch } = useQuery({ ...query, placeholderData: keepPreviousData })
  const hits = data?.limit_hits
  return (
    <StaffPage title="Limits reached" lede={`Members who reached a posting limit in the past ${LIMIT_HITS_DAYS} days.`}>
      <p className={styles.hint}>
        Change the limits in{' '}
        <Link to={STAFF_ROUTES.settings} className={styles.link}>
          Settings
        </Link>
        . Nothing is lost: what was refused is still saved for its author.
      </p>
      {isError && !hits && (
        <StatePage title="We couldn’t load this list" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!hits && !isError && <Skeleton width="most" />}
      {hits?.count === 0 && (
        <StatePage title="No limits reached">Members appear here when they reach a limit.</StatePage>
      )}
      {hits && hits.count > 0 && (
        <ol className={styles.list} aria-label="Limits reached">
          {hits.items.map((hit) => (
            <Row key={hit.id} hit={hit} />
          ))}
        </ol>
      )}
      {hits && hits.count > LIMIT_HITS_PAGE && (
        <p className={styles.more}>
          <Button disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - LIMIT_HITS_PAGE))}>
            Newer
          </Button>
          <Button disabled={offset + LIMIT_HITS_PAGE >= hits.count} onClick={() => setOffset(offset + LIMIT_HITS_PAGE)}>
            Older
          </Button>
        </p>
      )}
    </StaffPage>
  )
}

const labelOf = (kind: string) => POSTING_LIMITS[kind as LimitKind]?.label ?? kind

function Row({ hit: { user, kind, times, first_at, last_at } }: { hit: Hit }) {
  const { time_zone } = useUser()
  return (
    <li className={styles.row}>
      <Avatar person={user} size={36} />
      <div>
        <p>
          <Link to={`${STAFF_ROUTES.members}/${user.id}`} className={styles.name}>
            {user.name}
          </Link>{' '}
          <span className={styles.facts}>{personLine(user)}</span>
        </p>
        <p>
          <b>{labelOf(kind)}</b>: refused {times === 1 ? 'once' : `${times} times`}
          {user.current_state === 'trial' && ', on trial'}
        </p>
        <p className={styles.facts}>
          <time dateTime={last_at}>{longDate(last_at, time_zone)}</time>
          {times > 1 && `, first on ${longDate(first_at, time_zone)}`}
        </p>
      </div>
    </li>
  )
}
