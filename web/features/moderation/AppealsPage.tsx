import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DecideAppeal, GetAppeals, type GetAppealsQuery } from '#api/operations.ts'
import { messagePath, threadPath } from '#shared/discussions.ts'
import { longDate } from '#shared/kit/dates.ts'
import { reasonProblem } from '#shared/moderation.ts'
import { NOT_DECIDED, useStaffLive } from '#web/features/moderation/moderation.queries.ts'
import { PostHtml } from '#web/features/moderation/PostHtml.tsx'
import styles from '#web/features/moderation/StaffPage.module.css'
import { Button } from '#web/kit/Button.tsx'
import { ReasonField } from '#web/features/moderation/answer-templates/ReasonField.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { operationQuery } from '#web/platform/api/operations.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useUser } from '#web/platform/session/session.ts'
import { StaffFilters } from '#web/platform/shell/StaffFilters.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

type Filed = GetAppealsQuery['appeals']['items'][number]

const STATES = [
  { key: 'open', label: 'Open' },
  { key: 'decided', label: 'Decided' },
] as const

export const appealsQuery = (open: boolean) =>
  operationQuery(GetAppeals, { open, limit: 50, offset: 0 }, { staleTime: 0 })

/** Authors of rejected posts ask for a second look. */
export function AppealsPage() {
  const [state, setState] = useState<(typeof STATES)[number]['key']>('open')
  const { data, isError, refetch } = useQuery(appealsQuery(state === 'open'))
  const ask = useStaffLive()
  return (
    <StaffPage
      title="Appeals"
      lede="Authors of rejected posts ask for a second look. Someone other than the one who rejected the post decides."
    >
      <StaffFilters choices={STATES} chosen={state} onChoose={setState} />
      {isError && !data && (
        <StatePage title="We couldn’t load the appeals" again={refetch}>
          No decisions were made.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data?.appeals.count === 0 && (
        <StatePage title={state === 'open' ? 'No open appeals' : 'None yet'}>
          Appeals appear here with the post.
        </StatePage>
      )}
      <ul className={styles.list} aria-label="Appeals">
        {data?.appeals.items.map((appeal) => (
          <Row key={appeal.id} appeal={appeal} onDecided={ask} />
        ))}
      </ul>
    </StaffPage>
  )
}

function Row({ appeal, onDecided }: { appeal: Filed; onDecided: () => void }) {
  const { time_zone } = useUser()
  const { author, rejection, item_type, thread_id, item_id, topic, text, body, decided_by, decided_at } = appeal
  return (
    <li className={styles.row}>
      <p className={styles.byline}>
        <span className={styles.name}>{author.name}</span> asked for a second look,{' '}
        <time dateTime={appeal.created_at}>{longDate(appeal.created_at, time_zone)}</time>
      </p>
      {rejection && (
        <p className={styles.facts}>
          <b>Rejected</b> by {rejection.actor.name}, {longDate(rejection.at, time_zone)}. {rejection.reason}
        </p>
      )}
      <h2 className={`t-topic ${styles.topic}`}>
        <a href={item_type === 'message' ? messagePath(thread_id, item_id) : threadPath(thread_id)}>{topic}</a>
      </h2>
      <blockquote className={styles.context}>
        <div className="t-quote">{text}</div>
      </blockquote>
      <PostHtml html={body} />
      {decided_at ? (
        <p className={styles.held}>
          {decided_by?.name ?? 'A former member of staff'}{' '}
          {appeal.is_overturned ? 'approved the post' : 'rejected it again'}, {longDate(decided_at, time_zone)}.
        </p>
      ) : (
        <Decision appeal={appeal} onDecided={onDecided} />
      )}
    </li>
  )
}

function Decision({ appeal: { id, author, is_own_rejection }, onDecided }: { appeal: Filed; onDecided: () => void }) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const deciding = useCommand(DecideAppeal, {
    success: (_, { overturn }) => (overturn ? 'Post approved' : 'Rejected again'),
    onSuccess: onDecided,
    onError: (error) => setProblem(errorMessage(error, NOT_DECIDED)),
  })
  const decide = (overturn: boolean) => {
    const found = reasonProblem(reason)
    setProblem(found)
    if (found === null) void deciding.run({ id, overturn, reason: reason.trim() })
  }
  return (
    <form
      className={styles.form}
      aria-label={`Decide on ${author.name}’s appeal`}
      onSubmit={(event) => event.preventDefault()}
    >
      {is_own_rejection && (
        <p className={styles.facts}>You rejected this post, so another moderator decides if there is one.</p>
      )}
      <ReasonField
        label="Reason"
        hint={`${author.name} will see this.`}
        value={reason}
        problem={problem ?? undefined}
        onChange={setReason}
      />
      <div className={styles.buttons}>
        <Button disabled={deciding.isPending} onClick={() => decide(true)}>
          Approve the post
        </Button>
        <Button disabled={deciding.isPending} onClick={() => decide(false)}>
          Reject it again
        </Button>
      </div>
    </form>
  )
}
