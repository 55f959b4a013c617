import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  GetStaffJobs,
  GetSystemState,
  RemoveJob,
  RetryJob,
  type GetStaffJobsQuery,
  type GetStaffJobsQueryVariables,
  type GetSystemStateQuery,
} from '#api/operations.ts'
import { JOB_STATES, JOBS_PAGE } from '#shared/jobs.ts'
import { longDate } from '#shared/kit/dates.ts'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { operationQuery } from '#web/platform/api/operations.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useUser } from '#web/platform/session/session.ts'
import { StaffFilters } from '#web/platform/shell/StaffFilters.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import styles from './JobsPage.module.css'

type Job = GetStaffJobsQuery['staff_jobs']['items'][number]
type State = keyof typeof JOB_STATES | 'all'

const CHOICES = [
  { key: 'all', label: 'All' },
  ...Object.entries(JOB_STATES).map(([key, label]) => ({ key, label })),
] as readonly { key: State; label: string }[]
const jobsQuery = (state: State, offset: number) =>
  operationQuery(
    GetStaffJobs,
    { state: (state === 'all' ? null : state) as GetStaffJobsQueryVariables['state'], limit: JOBS_PAGE, offset },
    { staleTime: 0 },
  )
const systemQuery = operationQuery(GetSystemState, {}, { staleTime: 0 })
const KEYS = [[GetStaffJobs.name], systemQuery.queryKey]

/** Background jobs that wait, run or failed, and how the installation is. */
export function JobsPage() {
  const [state, setState] = useState<State>('all')
  const [offset, setOffset] = useState(0)
  const { data, isError, refetch } = useQuery({ ...jobsQuery(state, offset), placeholderData: keepPreviousData })
  const jobs = data?.staff_jobs
  return (
    <StaffPage title="Jobs and storage" lede="Work in the background, and the state of the installation.">
      <SystemFacts />
      <StaffFilters
        choices={CHOICES}
        chosen={state}
        onChoose={(key) => {
          setState(key)
          setOffset(0)
        }}
      />
      {isError && !jobs && (
        <StatePage title="We couldn’t load the jobs" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!jobs && !isError && <Skeleton width="most" />}
      {jobs?.count === 0 && <p className={styles.empty}>No jobs in this state.</p>}
      <ul aria-label="Jobs">
        {jobs?.items.map((job) => (
          <Row key={job.id} job={job} />
        ))}
      </ul>
      {jobs && <Pager offset={offset} count={jobs.count} page={JOBS_PAGE} onChange={setOffset} />}
    </StaffPage>
  )
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']
const STEP = 1_024
function sizeOf(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(STEP)))
  const amount = bytes / STEP ** power
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${UNITS[power]}`
}

function SystemFacts() {
  const { time_zone } = useUser()
  const { data, isError, refetch } = useQuery(systemQuery)
  const system = data?.system_state
  if (!system && isError)
    return (
      <StatePage title="We couldn’t load the state of the installation" again={refetch}>
        Nothing was changed.
      </StatePage>
    )
  if (!system) return <Skeleton width="most" />
  const { num_of_search_changes: waiting, search_waiting_since: since } = system
  const facts = [
    ['Version', system.version],
    ['Last migration', system.last_migration.replace(/\.sql$/, '').replaceAll('_', ' ')],
    ['Failed jobs', system.num_of_failed_jobs.toLocaleString('en-US')],
    ['Database', sizeOf(system.database_bytes)],
    ['Files', sizeOf(system.files_bytes)],
    [
      'Search index',
      waiting === 0
        ? `Up to date, ${system.num_of_search_documents.toLocaleString('en-US')} texts`
        : `${waiting.toLocaleString('en-US')} waiting${since ? ` since ${longDate(since, time_zone)}` : ''}`,
    ],
    ...backupFacts(system, time_zone),
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type System = NonNullable<GetSystemStateQuery['system_state']>

function backupFacts(system: System, timeZone: string | undefined): [string, string][] {
  const { last_proven_restore_at: proven, last_backup_at: made, log_stored_through: through } = system
  return [
    ['Last proven restore', proven ? longDate(proven, timeZone) : 'Never'],
    ['Last backup', made ? longDate(made, timeZone) : 'Never'],
    ...(through ? [['Changes backed up until', longDate(through, timeZone)] as [string, string]] : []),
  ]
}

function Row({ job }: { job: Job }) {
  const { time_zone } = useUser()
  const { id, task, state, attempts, max_attempts, last_error, run_at } = job
  const options = { invalidate: KEYS, messages: { title: 'Nothing was changed' } }
  const retry = useCommand(RetryJob, { ...options, success: 'The job runs again' })
  const remove = useCommand(RemoveJob, { ...options, success: 'Job removed' })
  const isPending = retry.isPending || remove.isPending
  const isFailed = state === 'failed'
  return (
    <li className={`${rows.row} ${rows.tall}`}>
      <div className={rows.grow}>
        <p className={styles.name}>{task}</p>
        <p className={isFailed ? styles.bad : rows.quiet}>
          {JOB_STATES[state]}. {attempts > 0 && `${attempts} of ${max_attempts} attempts. `}
          {state === 'running' ? 'Started' : isFailed ? 'Was due' : 'Due'} {longDate(run_at, time_zone)}.
        </p>
        {last_error && <p className={rows.quiet}>{last_error}</p>}
      </div>
      {state !== 'running' && (
        <div className={styles.acts}>
          <Button disabled={isPending} aria-label={`Retry ${task}`} onClick={() => void retry.run({ id })}>
            Retry
          </Button>
          <Button disabled={isPending} aria-label={`Remove ${task}`} onClick={() => void remove.run({ id })}>
            Remove
          </Button>
        </div>
      )}
    </li>
  )
}
