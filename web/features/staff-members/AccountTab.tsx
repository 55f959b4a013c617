import type { ReactNode } from 'react'
import { RestoreMember } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { ACCOUNT_STATES } from '#shared/staff-members.ts'
import { accountKeys, type StaffMember } from '#web/features/staff-members/staff-members.queries.ts'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { DatesForm } from '#web/features/staff-members/DatesForm.tsx'
import { EmailForm } from '#web/features/staff-members/EmailForm.tsx'
import { MemberData } from '#web/features/staff-members/MemberData.tsx'
import { MergeAccounts } from '#web/features/staff-members/merge/MergeAccounts.tsx'
import { NetworksForm } from '#web/features/staff-members/NetworksForm.tsx'
import { SuspendForm } from '#web/features/staff-members/SuspendForm.tsx'
import { ViewAs } from '#web/features/staff-members/ViewAs.tsx'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { Link } from '#web/platform/router/Link.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useUser } from '#web/platform/session/session.ts'

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section}>
    <h2 className={`t-section ${styles.title}`}>{title}</h2>
    {children}
  </section>
)

/** Another choice elsewhere starts the form again. */
const networksKey = ({ networks, primary_network }: StaffMember) =>
  [primary_network?.id, ...networks.map((n) => n.id)].join()

/** What is stored of the account, and what staff change. */
export function AccountTab({ member }: { member: StaffMember }) {
  const { id } = useUser()
  if (member.account_state === 'former') return <Former member={member} />
  return (
    <>
      <Section title="Account">
        <Facts member={member} />
      </Section>
      <Section title="Networks">
        <NetworksForm key={networksKey(member)} member={member} />
      </Section>
      <Section title="Dates">
        <DatesForm key={`${member.trial_end_date} ${member.full_access_exp_date}`} member={member} />
      </Section>
      <Section title="Email address">
        <EmailForm key={member.email} member={member} />
      </Section>
      <Section title="Suspension">
        {member.suspended && <Suspended member={member} />}
        {member.id === id ? (
          <p className={`${rows.quiet} ${styles.facts}`}>
            You can’t suspend your own account. Ask another member of staff.
          </p>
        ) : (
          <SuspendForm key={member.suspension?.id} member={member} />
        )}
      </Section>
      <History member={member} />
      {['trial', 'full_access'].includes(member.account_state) && !member.is_staff && (
        <Section title="View as this member">
          <ViewAs member={member} />
        </Section>
      )}
      {member.id !== id && (
        <Section title="Second account">
          <MergeAccounts key={member.id} member={member} />
        </Section>
      )}
      <Section title="Data of the member">
        <MemberData member={member} />
      </Section>
    </>
  )
}

function Former({ member: { merged_into } }: { member: StaffMember }) {
  return (
    <p className={styles.empty}>
      {merged_into ? (
        <>
          This account was merged into the account of{' '}
          <Link to={`${STAFF_ROUTES.members}/${merged_into.id}`}>{merged_into.name}</Link>.
        </>
      ) : (
        'This account was deleted. Its posts remain under the name “Former member.”'
      )}
    </p>
  )
}

function Facts({ member }: { member: StaffMember }) {
  const { time_zone } = useUser()
  const { email, secondary_email, last_online_at, account_state, suspended } = member
  const facts = [
    ['Email address', email],
    ['Secondary address', secondary_email ?? 'None'],
    ['State', ACCOUNT_STATES[account_state]],
    ['Last online', last_online_at ? longDate(last_online_at, time_zone) : 'Never'],
  ] as const
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!suspended && (
        <div className={styles.end}>
          <ButtonLink href={`${ROUTES.members}/${member.id}`}>View profile</ButtonLink>
        </div>
      )}
    </>
  )
}

function Suspended({ member }: { member: StaffMember }) {
  const { time_zone } = useUser()
  const { run, isPending } = useCommand(RestoreMember, {
    invalidate: accountKeys(member.id),
    success: `${member.user.name} is restored`,
    messages: { title: 'Nothing was changed' },
  })
  const { suspension } = member
  return (
    <div className={styles.facts}>
      <p>
        <span className={styles.bad}>Suspended</span>
        {suspension?.until
          ? ` until ${longDate(suspension.until, time_zone)}, then restored automatically.`
          : ' until staff restore the account.'}
      </p>
      {suspension && <p className={styles.reason}>{suspension.reason}</p>}
      <div className={styles.end}>
        <Button look="filled" disabled={isPending} onClick={() => void run({ id: member.id })}>
          Restore account
        </Button>
      </div>
    </div>
  )
}

/** All suspensions, newest first, including the current one. */
function History({ member: { suspensions } }: { member: StaffMember }) {
  const { time_zone } = useUser()
  if (suspensions.length === 0) return null
  return (
    <Section title="Suspensions">
      <ol aria-label="Suspensions">
        {suspensions.map(({ id, reason, until, suspended_at, suspended_by, ended_at, ended_by }) => (
          <li key={id} className={rows.row}>
            <div className={rows.grow}>
              <p>
                Suspended by {suspended_by?.name ?? 'the command line'} on {longDate(suspended_at, time_zone)}
                {until ? ` until ${longDate(until, time_zone)}.` : ', with no end date.'}
              </p>
              <p className={styles.reason}>{reason}</p>
              {ended_at && (
                <p className={rows.quiet}>
                  Ended {ended_by ? `by ${ended_by.name} ` : ''}on {longDate(ended_at, time_zone)}.
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
