import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { messagePath, threadPath } from '#shared/discussions.ts'
import { longDate } from '#shared/kit/dates.ts'
import { QUEUE_PAGE } from '#shared/moderation.ts'
import { auditQuery, useStaffLive, type Decision } from '#web/features/moderation/moderation.queries.ts'
import { StaffActionLog } from '#web/features/moderation/StaffActionLog.tsx'
import { PostHtml } from '#web/features/moderation/PostHtml.tsx'
import styles from '#web/features/moderation/StaffPage.module.css'
import { StaffFilters } from '#web/platform/shell/StaffFilters.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useUser } from '#web/platform/session/session.ts'

const TRAILS = [
  { key: 'posts', label: 'Content and members' },
  { key: 'acts', label: 'Staff actions' },
] as const

/** All staff decisions, newest first. They cannot be changed. */
export function AuditPage() {
  const [trail, setTrail] = useState<(typeof TRAILS)[number]['key']>('posts')
  const maySeeActs = useUser().permissions_everywhere.includes('system')
  return (
    <StaffPage title="Staff log" lede="Every staff action is recorded here and can’t be changed.">
      {maySeeActs && <StaffFilters choices={TRAILS} chosen={trail} onChoose={setTrail} />}
      {trail === 'acts' ? <StaffActionLog /> : <Decisions />}
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
        <StatePage title="We couldn’t load the staff log" again={refetch}>
          The records are safe.
        </StatePage>
      )}
      {!trail && !isError && <Skeleton width="most" />}
      {trail?.count === 0 && (
        <StatePage title="No decisions yet">Staff decisions appear here, with the reason and who made them.</StatePage>
      )}
      <ol className={styles.list} aria-label="Staff log">
        {trail?.items.map((decision) => (
          <Row key={decision.id} decision={decision} />
        ))}
      </ol>
      {trail && (
        <Pager offset={offset} count={trail.count} page={QUEUE_PAGE} onChange={setOffset} back="Newer" more="Older" />
      )}
    </>
  )
}

const WORDS: Record<Decision['decision'], string> = {
  approved: 'approved',
  rejected: 'rejected',
  edited: 'edited',
  removed: 'removed',
  closed: 'closed',
  reopened: 'reopened',
  kept: 'kept after a report:',
  revealed: 'looked up the author of',
  acted_on: 'acted on what was reported in',
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
          <summary>Original text</summary>
          {words.topic && <p className="t-topic">{words.topic}</p>}
          <PostHtml html={words.body} />
        </details>
      )}
    </li>
  )
}
