import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GetStaffActs, type GetStaffActsQuery } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { QUEUE_PAGE } from '#shared/moderation.ts'
import { NewerOlder } from '#web/features/moderation/NewerOlder.tsx'
import styles from '#web/features/moderation/StaffPage.module.css'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { operationQuery } from '#web/platform/operations.ts'
import { useUser } from '#web/platform/session.ts'

type Act = GetStaffActsQuery['staff_acts']['items'][number]

/** What staff changed in the house itself, the newest first. Nobody can change it. */
export function HouseActs() {
  const [offset, setOffset] = useState(0)
  const query = operationQuery(GetStaffActs, { offset, limit: QUEUE_PAGE }, { staleTime: 0 })
  const { data, isError, refetch } = useQuery({ ...query, placeholderData: keepPreviousData })
  const trail = data?.staff_acts
  if (!trail && isError)
    return (
      <StatePage title="We could not load the trail" again={refetch}>
        It is safe on record.
      </StatePage>
    )
  if (!trail) return <Skeleton width="most" />
  if (trail.count === 0)
    return <StatePage title="Nothing was changed yet">Teams, guides, texts and invitations appear here.</StatePage>
  return (
    <>
      <ol className={styles.list} aria-label="Changes to the house">
        {trail.items.map((act) => (
          <Row key={act.id} act={act} />
        ))}
      </ol>
      <NewerOlder offset={offset} count={trail.count} onChange={setOffset} />
    </>
  )
}

/** "team.member_added" in words: "Team member added". */
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
        <span className={styles.name}>{wordsOf(act)}</span>: {item_name}. {actor.name},{' '}
        <time dateTime={at}>{longDate(at, time_zone)}</time>
      </p>
      {changes.length > 0 && (
        <details>
          <summary>What was changed</summary>
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
