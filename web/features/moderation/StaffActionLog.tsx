import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GetStaffActs, type GetStaffActsQuery } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { actLabel, STAFF_LOG_FILE, STAFF_LOG_PAGE } from '#shared/staff-log.ts'
import { filtersOf, NO_FILTERS, StaffActFilters, type Filters } from '#web/features/moderation/StaffActFilters.tsx'
import styles from '#web/features/moderation/StaffPage.module.css'
import { ButtonLink } from '#web/kit/Button.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'
import { stringifySearch } from '#web/platform/navigation/search-params.ts'
import { useUser } from '#web/platform/session/session.ts'

type Act = GetStaffActsQuery['staff_acts']['items'][number]

/** Everything that staff did, newest first, with filters and as a file. It cannot be changed. */
export function StaffActionLog() {
  const { time_zone } = useUser()
  const [filters, setFilters] = useState(NO_FILTERS)
  const [offset, setOffset] = useState(0)
  const { asked, problems } = filtersOf(filters, time_zone)
  const change = (part: Partial<Filters>) => {
    setFilters((known) => ({ ...known, ...part }))
    setOffset(0)
  }
  const isRefused = Object.keys(problems).length > 0
  return (
    <>
      <StaffActFilters filters={filters} problems={problems} onChange={change}>
        {!isRefused && (
          <ButtonLink href={`${STAFF_LOG_FILE}${stringifySearch(asked)}`} download>
            <IconDownload aria-hidden="true" />
            Export CSV
          </ButtonLink>
        )}
      </StaffActFilters>
      {!isRefused && <Acts asked={asked} offset={offset} onTurn={setOffset} />}
    </>
  )
}

interface ActsProps {
  asked: ReturnType<typeof filtersOf>['asked']
  offset: number
  onTurn: (offset: number) => void
}

function Acts({ asked, offset, onTurn }: ActsProps) {
  const query = operationQuery(GetStaffActs, { ...asked, offset, limit: STAFF_LOG_PAGE }, { staleTime: 0 })
  const { data, isError, refetch } = useQuery({ ...query, placeholderData: keepPreviousData })
  const log = data?.staff_acts
  if (!log && isError)
    return (
      <StatePage title="We couldn’t load the log" again={refetch}>
        The records are safe.
      </StatePage>
    )
  if (!log) return <Skeleton width="most" />
  if (log.count === 0)
    return Object.keys(asked).length > 0 ? (
      <StatePage title="No actions match">Choose a longer period, or clear a filter.</StatePage>
    ) : (
      <StatePage title="No actions yet">Everything that staff do appears here.</StatePage>
    )
  return (
    <>
      <ol className={styles.list} aria-label="Staff actions">
        {log.items.map((act) => (
          <Row key={act.id} act={act} />
        ))}
      </ol>
      <Pager offset={offset} count={log.count} page={STAFF_LOG_PAGE} onChange={onTurn} back="Newer" more="Older" />
    </>
  )
}

const factsOf = (facts: unknown) => Object.entries(facts as Record<string, unknown>)
const said = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function Row({ act: { act, item_id, item_name, actor, at, before, after } }: { act: Act }) {
  const { time_zone } = useUser()
  const changes = [
    { title: 'Before', facts: factsOf(before) },
    { title: 'After', facts: factsOf(after) },
  ].filter(({ facts }) => facts.length > 0)
  return (
    <li className={styles.row}>
      <p className={styles.byline}>
        <span className={styles.name}>{actLabel(act)}</span>: {item_name}
        {item_id !== null && ` (ID ${item_id})`}. {actor?.name ?? 'By the system'},{' '}
        <time dateTime={at}>{longDate(at, time_zone)}</time>
      </p>
      {changes.length > 0 && (
        <details>
          <summary>What changed</summary>
          {changes.map(({ title, facts }) => (
            <div key={title} className={styles.quoted}>
              <p className={styles.facts}>
                <b>{title}</b>
              </p>
              {facts.map(([name, value]) => (
                <p key={name} className={styles.facts}>
                  {name.replaceAll('_', ' ')}: {said(value)}
                </p>
              ))}
            </div>
          ))}
        </details>
      )}
    </li>
  )
}
