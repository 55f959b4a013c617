import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { longDate } from '#shared/kit/dates.ts'
import { personLine } from '#shared/people.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { ACCOUNT_STATES } from '#shared/staff-members.ts'
import { counted } from '#shared/kit/text.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { AccountTab } from '#web/features/staff-members/AccountTab.tsx'
import { InvitationsTab } from '#web/features/staff-members/InvitationsTab.tsx'
import { NoteForm, NotesTab } from '#web/features/staff-members/NotesTab.tsx'
import { SessionsTab } from '#web/features/staff-members/SessionsTab.tsx'
import { staffMemberQuery, type StaffMember } from '#web/features/staff-members/staff-members.queries.ts'
import { Timeline } from '#web/features/staff-members/Timeline.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { Link } from '#web/platform/router/Link.tsx'
import { useParams } from '#web/platform/router/match.ts'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { classNames } from '#web/kit/class-names.ts'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { StaffFilters } from '#web/platform/shell/StaffFilters.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

/** One account for staff: what happened to it, and what they can do. */
export function StaffMemberPage() {
  const { itemId: memberId } = useParams()
  const id = /^[1-9]\d{0,15}$/.test(memberId ?? '') ? Number(memberId) : Number.MAX_SAFE_INTEGER
  const { data, isError, refetch } = useQuery(staffMemberQuery(id))
  const member = data?.staff_member
  return (
    <StaffPage
      title={member?.user.name ?? 'Member'}
      lede={member ? personLine(member.user) || member.email : 'Account details.'}
      side={member && <Side member={member} />}
    >
      {isError && !data && (
        <StatePage title="We couldn’t load this profile" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data && !member && (
        <StatePage title="This profile isn’t available" actions={<Link to={STAFF_ROUTES.members}>All members</Link>}>
          Check the address, or search by name.
        </StatePage>
      )}
      {member && <Whole key={member.id} member={member} />}
    </StaffPage>
  )
}

const TABS = [
  { key: 'timeline', label: 'Timeline' },
  { key: 'account', label: 'Account' },
  { key: 'sessions', label: 'Sessions' },
  { key: 'invitations', label: 'Invitations' },
  { key: 'notes', label: 'Notes' },
] as const

function Whole({ member }: { member: StaffMember }) {
  const [tab, setTab] = useState<(typeof TABS)[number]['key']>('timeline')
  return (
    <>
      <Head member={member} />
      <StaffFilters choices={TABS} chosen={tab} onChoose={setTab} />
      {tab === 'timeline' && (
        <>
          <NoteForm member={member} />
          <Timeline id={member.id} />
        </>
      )}
      {tab === 'account' && <AccountTab member={member} />}
      {tab === 'sessions' && <SessionsTab member={member} />}
      {tab === 'invitations' && <InvitationsTab member={member} />}
      {tab === 'notes' && <NotesTab member={member} />}
    </>
  )
}

/** The end of what the member has now. */
function endOf({ account_state, trial_end_date, full_access_exp_date }: StaffMember, day: (date: string) => string) {
  if (account_state === 'trial') return ['Trial until', trial_end_date ? day(trial_end_date) : 'No end date'] as const
  if (account_state === 'expired') {
    const end = full_access_exp_date ?? trial_end_date
    return ['Expired', end ? day(end) : 'Unknown'] as const
  }
  return ['Paid until', full_access_exp_date ? day(full_access_exp_date) : 'No end date'] as const
}

function Head({ member }: { member: StaffMember }) {
  const { time_zone } = useUser()
  const { user, account_state, suspension, is_staff, has_two_step, networks, primary_network } = member
  const day = (date: string) => longDate(date, time_zone).split(', ').slice(0, 2).join(', ')
  const replies = member.num_of_replies_this_year
  const facts = [
    ['Member since', day(member.date_joined)],
    endOf(member, day),
    [
      'Networks',
      networks.map((n) => (n.id === primary_network?.id ? `${n.display_name} (primary)` : n.display_name)).join(', ') ||
        'None',
    ],
    ['This year', counted(replies, 'reply', 'replies')],
  ] as const
  return (
    <>
      <div className={styles.head}>
        <Avatar person={user} size={96} />
        <ul aria-label="State" className={styles.badges}>
          <li className={classNames(styles.badge, account_state === 'suspended' && styles.bad)}>
            {ACCOUNT_STATES[account_state]}
            {suspension?.until && ` until ${day(suspension.until)}`}
          </li>
          {is_staff && <li className={styles.badge}>Staff</li>}
          {has_two_step && <li className={styles.badge}>Two-step sign-in</li>}
        </ul>
      </div>
      <dl className={styles.columns}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Side({ member }: { member: StaffMember }) {
  const name = member.user.name.split(' ')[0]!
  return (
    <SideNote title={`Private to ${name}`}>
      <p className={rows.quiet}>
        Messages, private replies, and posts without a name aren’t shown here. Opening one needs a report and a reason,
        and is recorded.
      </p>
    </SideNote>
  )
}
