import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ResolveReport } from '#api/operations.ts'
import { messagePath, threadPath } from '#shared/discussions.ts'
import { longDate } from '#shared/kit/dates.ts'
import { REASON_LENGTH, REPORT_REASON_WORDS, reasonProblem } from '#shared/moderation.ts'
import { reportsQuery, sentenceOf, useStaffLive, type Filed } from '#web/features/moderation/moderation.queries.ts'
import { PostHtml } from '#web/features/moderation/PostHtml.tsx'
import styles from '#web/features/moderation/StaffPage.module.css'
import { StaffFilters } from '#web/platform/shell/StaffFilters.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { execute } from '#web/platform/operations.ts'
import { useUser } from '#web/platform/session.ts'
import { toast } from '#web/platform/toasts.ts'

const STATES = [
  { key: 'open', label: 'Open' },
  { key: 'kept', label: 'Kept' },
  { key: 'removed', label: 'Removed' },
] as const

/** What members have reported. */
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
          ? `${desk.count === 1 ? '1 report' : `${desk.count.toLocaleString('en-US')} reports`}, ${state}. Who reported is told to nobody but staff.`
          : 'What members have reported.'
      }
    >
      <StaffFilters choices={STATES} chosen={state} onChoose={setState} />
      {isError && (
        <StatePage title="We could not load the reports" again={refetch}>
          Nothing was decided meanwhile.
        </StatePage>
      )}
      {!desk && !isError && <Skeleton width="most" />}
      {desk?.count === 0 && (
        <StatePage title={state === 'open' ? 'Nothing is reported' : 'None so far'}>
          What members report appears here with their reason.
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
        <span className={styles.name}>{report.reporter.name}</span> reports a {report.type}
        {report.author && ` of ${report.author.name}`}
        {', '}
        <time dateTime={report.created_at}>{longDate(report.created_at, time_zone)}</time>
      </p>
      <p className={styles.facts}>
        <b>{REPORT_REASON_WORDS[report.reason]}</b>
        {report.num_of_reports > 1 && `. ${report.num_of_reports} open reports about the same`}
        {report.removed && '. It is removed'}
      </p>
      <h2 className={`t-topic ${styles.topic}`}>{path ? <a href={path}>{title}</a> : title}</h2>
      <blockquote className={styles.context}>
        <div className="t-quote">{report.additional_details}</div>
      </blockquote>
      {report.body && <PostHtml html={report.body} />}
      {report.state === 'open' ? (
        <Resolution report={report} onResolved={onResolved} />
      ) : (
        <p className={styles.held}>
          {report.resolved_by?.name} {report.state === 'kept' ? 'kept' : 'removed'} it,{' '}
          {longDate(report.resolved_at!, time_zone)}.
        </p>
      )}
    </li>
  )
}

function Resolution({ report, onResolved }: { report: Filed; onResolved: () => void }) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const resolve = async (resolution: 'kept' | 'removed') => {
    const found = reasonProblem(reason)
    setProblem(found)
    if (found !== null) return
    try {
      await execute(ResolveReport, { id: report.id, resolution, reason: reason.trim() })
      toast.success(resolution === 'kept' ? 'Kept as it is' : 'Removed')
      onResolved()
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  const id = `report-${report.id}`
  return (
    <form
      className={styles.form}
      aria-label={`Resolve the report of ${report.reporter.name}`}
      onSubmit={(event) => event.preventDefault()}
    >
      <label htmlFor={id}>Why you keep or remove it, for the record</label>
      <textarea
        id={id}
        value={reason}
        maxLength={REASON_LENGTH.max}
        onChange={(event) => setReason(event.target.value)}
      />
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={() => void resolve('kept')}>Keep it</Button>
        {report.type !== 'member' && <Button onClick={() => void resolve('removed')}>Remove it</Button>}
      </div>
    </form>
  )
}
