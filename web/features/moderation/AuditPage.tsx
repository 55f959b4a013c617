import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { messagePath, threadPath } from '#shared/discussions.ts'
import { longDate } from '#shared/kit/dates.ts'
import { auditQuery, useStaffLive, type Decision } from '#web/features/moderation/moderation.queries.ts'
import { HouseActs } from '#web/features/moderation/HouseActs.tsx'
import { NewerOlder } from '#web/features/moderation/NewerOlder.tsx'
import { PostHtml } from '#web/features/moderation/PostHtml.tsx'
import styles from '#web/features/moderation/StaffPage.module.css'
import { StaffFilters } from '#web/platform/shell/StaffFilters.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useUser } from '#web/platform/session.ts'

const TRAILS = [
  { key: 'posts', label: 'Posts and members' },
  { key: 'house', label: 'The house' },
] as const

/** Every decision of staff, the newest first. Nobody can change it. */
export function AuditPage() {
  const [trail, setTrail] = useState<(typeof TRAILS)[number]['key']>('posts')
  return (
    <StaffPage title="Decisions" lede="Everything that staff did is on record. It cannot be changed.">
      <StaffFilters choices={TRAILS} chosen={trail} onChoose={setTrail} />
      {trail === 'house' ? <HouseActs /> : <Decisions />}
    </StaffPage>
  )
}

function Decisions() {
  const [offset, setOffset] = useState(0)
  const { data, isError, refetch } = useQuery({ ...auditQuery(offset), placeholderData: keepPreviousData })
  useStaffLive()
  const trail = data?.moderation_audit
  return (
    <>
      {isError && (
        <StatePage title="We could not load the decisions" again={refetch}>
          They are safe on record.
        </StatePage>
      )}
      {!trail && !isError && <Skeleton width="most" />}
      {trail?.count === 0 && (
        <StatePage title="Nothing was decided yet">
          Every decision appears here with its reason and who made it.
        </StatePage>
      )}
      <ol className={styles.list} aria-label="Decisions">
        {trail?.items.map((decision) => (
          <Row key={decision.id} decision={decision} />
        ))}
      </ol>
      {trail && <NewerOlder offset={offset} count={trail.count} onChange={setOffset} />}
    </>
  )
}

const WORDS: Record<Decision['decision'], string> = {
  approved: 'approved',
  rejected: 'rejected',
  edited: 'changed the words of',
  removed: 'removed',
  closed: 'closed',
  reopened: 'opened again',
  kept: 'kept what was reported in',
  revealed: 'looked up the author of',
}

function Row({ decision }: { decision: Decision }) {
  const { time_zone } = useUser()
  const { item_type, item_id, thread_id, actor, reason, at, before } = decision
  const words = before as { topic?: string; body?: string }
  const path = thread_id && (item_type === 'message' ? messagePath(thread_id, item_id) : threadPath(thread_id))
  return (
    <li className={styles.row}>
      <p className={styles.byline}>
        <span className={styles.name}>{actor.name}</span> {WORDS[decision.decision]}{' '}
        {path ? (
          <a href={path}>
            {item_type} {item_id}
          </a>
        ) : (
          `${item_type} ${item_id}`
        )}
        {', '}
        <time dateTime={at}>{longDate(at, time_zone)}</time>
      </p>
      {reason && <p className={`t-quote ${styles.quoted}`}>{reason}</p>}
      {words.body && (
        <details>
          <summary>What was written</summary>
          {words.topic && <p className="t-topic">{words.topic}</p>}
          <PostHtml html={words.body} />
        </details>
      )}
    </li>
  )
}
