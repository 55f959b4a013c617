import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GetStaffActs, type GetStaffActsQuery } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { QUEUE_PAGE } from '#shared/moderation.ts'
import styles from '#web/features/moderation/StaffPage.module.css'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'

type Act = GetStaffActsQuery['staff_acts']['items'][number]

/** Staff changes to settings, newest first. They cannot be changed. */
export function StaffActionLog() {
  const [offset, setOffset] = useState(0)
  const query = operationQuery(GetStaffActs, { offset, limit: QUEUE_PAGE }, { staleTime: 0 })
  const { data, isError, refetch } = useQuery({ ...query, placeholderData: keepPreviousData })
  const trail = data?.staff_acts
  if (!trail && isError)
    return (
      <StatePage title="We couldn’t load the log" again={refetch}>
        The records are safe.
      </StatePage>
    )
  if (!trail) return <Skeleton width="most" />
  if (trail.count === 0)
    return (
      <StatePage title="No changes yet">Changes to teams, guides, legal texts, and invitations appear here.</StatePage>
    )
  return (
    <>
      <ol className={styles.list} aria-label="Settings changes">
        {trail.items.map((act) => (
          <Row key={act.id} act={act} />
        ))}
      </ol>
      <Pager offset={offset} count={trail.count} page={QUEUE_PAGE} onChange={setOffset} back="Newer" more="Older" />
    </>
  )
}

/** Converts "team.member_added" to "Team member added". */
function wordsOf(act: string): string {
  const words = act.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
const factsOf = (facts: unknown) => Object.entries(facts as Record<string, unknown>)
const said = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function Row({ act: { act, item_name, actor, at, before, after } }: { act: Act }) {
  const { time_zone } = useUser()
  const changes = [
    { title: 'Before', facts: factsOf(before) },
    { title: 'After', facts: factsOf(after) },
  ].filter(({ facts }) => facts.length > 0)
  return (
    <li className={styles.row}>
      <p className={styles.byline}>
        <span className={styles.name}>{wordsOf(act)}</span>: {item_name}. {actor?.name ?? 'By the system'},{' '}
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
