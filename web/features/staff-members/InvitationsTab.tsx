import { dayOf } from '#shared/kit/dates.ts'
import type { StaffMember } from '#web/features/staff-members/staff-members.queries.ts'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import rows from '#web/kit/list/Rows.module.css'
import { useUser } from '#web/platform/session/session.ts'

type Invitation = StaffMember['invitations_sent'][number]
const STATES: Record<string, string> = {
  nominated: 'Waiting for approval',
  sent: 'Sent',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

/** How the member came, and whom they invited. */
export const InvitationsTab = ({ member: { invitations_received, invitations_sent } }: { member: StaffMember }) => (
  <>
    <List
      title="Received"
      none="No invitation is stored."
      invitations={invitations_received}
      line={({ inviter }) => `Invited by ${inviter?.name ?? 'staff'}`}
    />
    <List
      title="Sent"
      none="This member hasn’t invited anyone."
      invitations={invitations_sent}
      line={({ name, email }) => `${name}, ${email}`}
    />
  </>
)

interface ListProps {
  title: string
  none: string
  invitations: readonly Invitation[]
  line: (invitation: Invitation) => string
}

function List({ title, none, invitations, line }: ListProps) {
  const { time_zone } = useUser()
  return (
    <section className={styles.section}>
      <h2 className={`t-section ${styles.title}`}>{title}</h2>
      {invitations.length === 0 && <p className={styles.empty}>{none}</p>}
      <ul aria-label={title}>
        {invitations.map((invitation) => (
          <li key={invitation.id} className={rows.row}>
            <div className={rows.grow}>
              <p>{line(invitation)}</p>
              <p className={rows.quiet}>
                {invitation.peer_network.display_name}, {dayOf(invitation.created_at, time_zone)}
              </p>
            </div>
            <span className={rows.quiet}>{STATES[invitation.state] ?? invitation.state}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
