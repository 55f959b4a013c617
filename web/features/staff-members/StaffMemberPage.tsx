import { useQuery } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { EndMemberSessions, RestoreMember } from '#api/operations.ts'
import { dayOf, longDate } from '#shared/kit/dates.ts'
import { personLine } from '#shared/people.ts'
import { ROUTES } from '#shared/routes.ts'
import { accountWords, staffMemberQuery, type StaffMember } from '#web/features/staff-members/staff-members.queries.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useParams } from '#web/platform/router/match.ts'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { SuspendForm } from '#web/features/staff-members/SuspendForm.tsx'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

/** One account for staff: suspend, restore, sign out. */
export function StaffMemberPage() {
  const { memberId } = useParams() as { memberId?: string }
  const id = /^[1-9]\d{0,15}$/.test(memberId ?? '') ? Number(memberId) : Number.MAX_SAFE_INTEGER
  const { data, isError, refetch } = useQuery(staffMemberQuery(id))
  const member = data?.staff_member
  return (
    <StaffPage
      title={member?.user.name ?? 'Member'}
      lede={member ? [personLine(member.user), accountWords(member)].filter(Boolean).join(', ') : 'Account details.'}
    >
      {isError && !data && (
        <StatePage title="We couldn’t load this profile" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data && !member && (
        <StatePage title="This profile isn’t available" actions={<Link to={ROUTES.staffMembers}>All members</Link>}>
          Check the address, or search by name.
        </StatePage>
      )}
      {member && <Whole key={member.id} member={member} />}
    </StaffPage>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section}>
    <h2 className={`t-section ${styles.title}`}>{title}</h2>
    {children}
  </section>
)

function Whole({ member }: { member: StaffMember }) {
  const { id, time_zone } = useUser()
  const { email, date_joined, last_online_at, num_of_sessions, networks, suspended } = member
  const facts = [
    ['Email address', email],
    ['Networks', networks.map(({ display_name }) => display_name).join(', ') || 'None'],
    ['Joined', dayOf(date_joined, time_zone)],
    ['Last online', last_online_at ? longDate(last_online_at, time_zone) : 'Never'],
    ['Signed in on', num_of_sessions === 1 ? '1 device' : `${num_of_sessions} devices`],
  ] as const
  return (
    <>
      <Section title="Account">
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label} className={styles.fact}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={styles.end}>
          {!suspended && <ButtonLink href={`${ROUTES.members}/${member.id}`}>View profile</ButtonLink>}
          {num_of_sessions > 0 && <EndSessions member={member} />}
        </div>
      </Section>
      <Section title="Suspension">
        {suspended && <Suspended member={member} />}
        {member.id === id ? (
          <p className={`${styles.quiet} ${styles.facts}`}>
            You can’t suspend your own account. Ask another member of staff.
          </p>
        ) : (
          <SuspendForm key={member.suspension?.id} member={member} />
        )}
      </Section>
      <History member={member} />
    </>
  )
}

const NOTHING_CHANGED = { title: 'Nothing was changed' }

function EndSessions({ member }: { member: StaffMember }) {
  const { run, isPending } = useCommand(EndMemberSessions, {
    invalidate: [staffMemberQuery(member.id).queryKey],
    success: `Signed ${member.user.name} out`,
    messages: NOTHING_CHANGED,
  })
  return (
    <Button disabled={isPending} onClick={() => void run({ id: member.id })}>
      Sign out everywhere
    </Button>
  )
}

function Suspended({ member }: { member: StaffMember }) {
  const { time_zone } = useUser()
  const { run, isPending } = useCommand(RestoreMember, {
    invalidate: [staffMemberQuery(member.id).queryKey],
    success: `${member.user.name} is restored`,
    messages: NOTHING_CHANGED,
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
          <li key={id} className={styles.row}>
            <div className={styles.grow}>
              <p>
                Suspended by {suspended_by?.name ?? 'the command line'} on {longDate(suspended_at, time_zone)}
                {until ? ` until ${longDate(until, time_zone)}.` : ', with no end date.'}
              </p>
              <p className={styles.reason}>{reason}</p>
              {ended_at && (
                <p className={styles.quiet}>
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
