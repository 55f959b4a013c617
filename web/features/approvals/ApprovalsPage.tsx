import { useQuery } from '@tanstack/react-query'
import {
  CancelApproval,
  DecideApproval,
  GetApprovals,
  GetStaffMember,
  type GetApprovalsQuery,
} from '#api/operations.ts'
import { ACCOUNT_VARIABLES, APPROVED_OPERATIONS, isApprovedOperation } from '#shared/approvals.ts'
import { longDate } from '#shared/kit/dates.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import styles from '#web/features/approvals/ApprovalsPage.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { operationQuery } from '#web/platform/api/operations.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

export const approvalsQuery = operationQuery(GetApprovals, { limit: 100, offset: 0 }, { staleTime: 0 })
type Approval = GetApprovalsQuery['approvals']['items'][number]

const isOpen = ({ state, expires_at }: Approval) =>
  state === 'approved' || (state === 'waiting' && Date.parse(expires_at) > Date.now())
export const waitingApprovals = ({ approvals }: GetApprovalsQuery) =>
  approvals.items.filter((each) => isOpen(each) && !each.is_own).length

/** What needs a second person: what waits, and what was decided. */
export function ApprovalsPage() {
  const { data, isError, refetch } = useQuery(approvalsQuery)
  const items = data?.approvals.items ?? []
  const open = items.filter(isOpen)
  const past = items.filter((each) => !isOpen(each))
  return (
    <StaffPage title="Approvals" lede="What can’t be undone needs two people. No one approves their own request.">
      {isError && !data && (
        <StatePage title="We couldn’t load the requests" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data && open.length === 0 && <StatePage title="Nothing is waiting">Requests appear here.</StatePage>}
      <List label="Waiting" approvals={open} />
      <List label="Decided" approvals={past} />
    </StaffPage>
  )
}

function List({ label, approvals }: { label: string; approvals: Approval[] }) {
  if (approvals.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={`approvals-${label}`}>
      <h2 id={`approvals-${label}`} className={`t-section ${styles.title}`}>
        {label}
      </h2>
      <ul>
        {approvals.map((approval) => (
          <Row key={approval.id} approval={approval} />
        ))}
      </ul>
    </section>
  )
}

function Row({ approval }: { approval: Approval }) {
  const { time_zone } = useUser()
  const { operation, variables, reason, asked_by, asked_at, expires_at, is_own } = approval
  const title = isApprovedOperation(operation) ? APPROVED_OPERATIONS[operation] : operation
  return (
    <li className={`${rows.row} ${rows.tall}`}>
      <div className={rows.grow}>
        <h3 className={styles.name}>{title}</h3>
        <p className={rows.quiet}>
          {is_own ? 'You' : asked_by.name}, {longDate(asked_at, time_zone)}
          {isOpen(approval) && `. Expires ${longDate(expires_at, time_zone)}`}
        </p>
        <p className={styles.reason}>{reason}</p>
        <Details operation={operation} variables={variables as Record<string, unknown>} />
        {!isOpen(approval) && <p className={rows.quiet}>{outcomeOf(approval, time_zone)}</p>}
      </div>
      {isOpen(approval) && <Decision approval={approval} title={title} />}
    </li>
  )
}

/** What the operation will be called with: but for accounts, names as in the API, because that is what runs. */
function Details({ operation, variables }: { operation: string; variables: Record<string, unknown> }) {
  const accounts = ACCOUNT_VARIABLES[operation] ?? {}
  const given = Object.entries(variables).filter(([, value]) => value !== null && value !== '')
  if (given.length === 0) return null
  return (
    <dl className={styles.details}>
      {given.map(([name, value]) => (
        <div key={name}>
          <dt>{accounts[name] ?? name.replaceAll('_', ' ')}</dt>
          <dd>
            {accounts[name] ? (
              <Account id={Number(value)} />
            ) : typeof value === 'object' ? (
              JSON.stringify(value)
            ) : (
              String(value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Account({ id }: { id: number }) {
  const member = useQuery(operationQuery(GetStaffMember, { id })).data?.staff_member
  return (
    <Link className={styles.link} to={`${STAFF_ROUTES.members}/${id}`}>
      {member ? `${member.user.name}, ${member.email}` : `Account ${id}`}
    </Link>
  )
}

function outcomeOf({ state, decided_by, decided_at, failure }: Approval, timeZone: string): string {
  const by = decided_by && decided_at ? ` by ${decided_by.name}, ${longDate(decided_at, timeZone)}` : ''
  if (state === 'done') return `Approved${by}. Done.`
  if (state === 'failed') return `Approved${by}, but not done: ${failure ?? 'it failed.'}`
  if (state === 'rejected') return `Rejected${by}.`
  return state === 'canceled' ? 'Canceled.' : 'Expired before anyone decided.'
}

function Decision({ approval: { id, is_own, state }, title }: { approval: Approval; title: string }) {
  const changed = { invalidate: [approvalsQuery.queryKey] }
  const decide = useCommand(DecideApproval, {
    ...changed,
    success: ({ decideApproval }) =>
      decideApproval.state === 'done'
        ? 'Approved and done'
        : decideApproval.state === 'failed'
          ? 'Approved, but it couldn’t be done'
          : 'Rejected',
  })
  const cancel = useCommand(CancelApproval, { ...changed, success: 'Canceled' })
  if (is_own)
    return (
      <Button disabled={cancel.isPending} aria-label={`Cancel: ${title}`} onClick={() => void cancel.run({ id })}>
        Cancel
      </Button>
    )
  return (
    <div className={styles.acts}>
      <Button
        disabled={decide.isPending}
        aria-label={`Approve: ${title}`}
        onClick={() => void decide.run({ id, approve: true })}
      >
        {state === 'approved' ? 'Run again' : 'Approve'}
      </Button>
      {state === 'waiting' && (
        <Button
          disabled={decide.isPending}
          aria-label={`Reject: ${title}`}
          onClick={() => void decide.run({ id, approve: false })}
        >
          Reject
        </Button>
      )}
    </div>
  )
}
