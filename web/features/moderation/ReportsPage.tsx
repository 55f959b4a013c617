import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { ReasonField } from '#web/features/moderation/answer-templates/ReasonField.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { ResolveReport } from '#api/operations.ts'
import { messagePath, threadPath } from '#shared/discussions.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { longDate } from '#shared/kit/dates.ts'
import { isRemovable, REPORT_REASON_WORDS, reasonProblem, type Resolution } from '#shared/moderation.ts'
import { counted } from '#shared/kit/text.ts'
import { NOT_DECIDED, reportsQuery, useStaffLive, type Filed } from '#web/features/moderation/moderation.queries.ts'
import { PostHtml } from '#web/features/moderation/PostHtml.tsx'
import { ShownMessages } from '#web/features/moderation/ShownMessages.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/moderation/StaffPage.module.css'
import { StaffFilters } from '#web/platform/shell/StaffFilters.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useUser } from '#web/platform/session/session.ts'

const STATES = [
  { key: 'open', label: 'Open' },
  { key: 'kept', label: 'Kept or dismissed' },
  { key: 'removed', label: 'Content removed' },
  { key: 'acted_on', label: 'Acted on' },
] as const

const TYPE_WORDS: Record<Filed['type'], string> = {
  thread: 'a discussion',
  message: 'a post',
  member: 'a member',
  inbox_message: 'an inbox message',
}
/** Texts for a resolution: button label, toast, and the past tense in the log. */
const RESOLUTION_WORDS: Record<Resolution, { act: string; done: string; past: string }> = {
  kept: { act: 'Keep', done: 'Content kept', past: 'kept it' },
  removed: { act: 'Remove', done: 'Content removed', past: 'removed it' },
  acted_on: { act: 'Mark as acted on', done: 'Marked as acted on', past: 'acted on it' },
}
/** For content that staff cannot remove, such as a member or an inbox message. */
const DISMISSED = { act: 'Dismiss', done: 'Dismissed', past: 'dismissed it' }
const wordsOf = ({ type }: Filed, resolution: Resolution) =>
  resolution === 'kept' && !isRemovable(type) ? DISMISSED : RESOLUTION_WORDS[resolution]

/** Reports by members. */
export function ReportsPage() {
  const [state, setState] = useState<(typeof STATES)[number]['key']>('open')
  const { data, isError, refetch } = useQuery(reportsQuery(state))
  const ask = useStaffLive()
  const desk = data?.reports
  return (
    <StaffPage
      title="Reports"
      lede={
        desk
          ? `${counted(desk.count, 'report')}, ${STATES.find(({ key }) => key === state)!.label.toLowerCase()}. Only staff can see who reported.`
          : 'Content reported by members.'
      }
    >
      <StaffFilters choices={STATES} chosen={state} onChoose={setState} />
      {isError && (
        <StatePage title="We couldn’t load the reports" again={refetch}>
          No decisions were made.
        </StatePage>
      )}
      {!desk && !isError && <Skeleton width="most" />}
      {desk?.count === 0 && (
        <StatePage title={state === 'open' ? 'No open reports' : 'None yet'}>
          Reports from members appear here with their reasons.
        </StatePage>
      )}
      <ul className={styles.list} aria-label="Reports">
        {desk?.items.map((report) => (
          <Report key={report.id} report={report} onResolved={ask} />
        ))}
      </ul>
    </StaffPage>
  )
}

const pathOf = ({ type, content_id, thread_id }: Filed) =>
  thread_id === null ? null : type === 'message' ? messagePath(thread_id, content_id) : threadPath(thread_id)

function Report({ report, onResolved }: { report: Filed; onResolved: () => void }) {
  const { time_zone } = useUser()
  const path = pathOf(report)
  const title = report.topic ?? report.author?.name ?? 'A member'
  return (
    <li className={styles.row}>
      <p className={styles.byline}>
        <span className={styles.name}>{report.reporter.name}</span> reported {TYPE_WORDS[report.type]}
        {report.author && (
          <>
            {' by '}
            {report.author.id === ANONYMOUS_USER_ID ? (
              report.author.name
            ) : (
              <Link to={`${STAFF_ROUTES.members}/${report.author.id}`}>{report.author.name}</Link>
            )}
          </>
        )}
        {', '}
        <time dateTime={report.created_at}>{longDate(report.created_at, time_zone)}</time>
      </p>
      <p className={styles.facts}>
        <b>{REPORT_REASON_WORDS[report.reason]}</b>
        {report.num_of_reports > 1 && `. ${report.num_of_reports} open reports about this`}
        {report.removed && '. Already removed'}
      </p>
      <h2 className={`t-topic ${styles.topic}`}>{path ? <a href={path}>{title}</a> : title}</h2>
      <blockquote className={styles.context}>
        <div className="t-quote">{report.additional_details}</div>
      </blockquote>
      {report.body && <PostHtml html={report.body} />}
      {report.shown_messages.length > 0 && <ShownMessages messages={report.shown_messages} />}
      {report.state === 'open' ? (
        <Resolution report={report} onResolved={onResolved} />
      ) : (
        <p className={styles.held}>
          {report.resolved_by?.name} {wordsOf(report, report.state).past}, {longDate(report.resolved_at!, time_zone)}.
        </p>
      )}
    </li>
  )
}

function Resolution({ report, onResolved }: { report: Filed; onResolved: () => void }) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const canRemove = isRemovable(report.type)
  const resolving = useCommand(ResolveReport, {
    success: (_, { resolution }) => wordsOf(report, resolution).done,
    onSuccess: onResolved,
    onError: (error) => setProblem(errorMessage(error, NOT_DECIDED)),
  })
  const resolve = (resolution: Resolution) => {
    const found = reasonProblem(reason)
    setProblem(found)
    if (found === null) void resolving.run({ id: report.id, resolution, reason: reason.trim() })
  }
  return (
    <form
      className={styles.form}
      aria-label={`Resolve ${report.reporter.name}’s report`}
      onSubmit={(event) => event.preventDefault()}
    >
      {!canRemove && report.author && (
        <p className={styles.facts}>
          This report doesn’t remove anything. If you need to act, suspend the account of{' '}
          <Link to={`${STAFF_ROUTES.members}/${report.author.id}`}>{report.author.name}</Link>.
        </p>
      )}
      <ReasonField
        label={`Reason for ${canRemove ? 'keeping or removing it' : 'dismissing it or acting on it'} (recorded)`}
        value={reason}
        problem={problem ?? undefined}
        onChange={setReason}
      />
      <div className={styles.buttons}>
        {(['kept', canRemove ? 'removed' : 'acted_on'] as const).map((resolution) => (
          <Button key={resolution} disabled={resolving.isPending} onClick={() => resolve(resolution)}>
            {wordsOf(report, resolution).act}
          </Button>
        ))}
      </div>
    </form>
  )
}
