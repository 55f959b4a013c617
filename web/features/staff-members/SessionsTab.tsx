import { EndMemberSession, EndMemberSessions } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { accountKeys, type StaffMember } from '#web/features/staff-members/staff-members.queries.ts'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { Button } from '#web/kit/Button.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useUser } from '#web/platform/session/session.ts'

const NOTHING_CHANGED = { title: 'Nothing was changed' }

/** The devices on which the member is signed in, each with a button that ends it. */
export function SessionsTab({ member }: { member: StaffMember }) {
  const { time_zone } = useUser()
  const { id, sessions, user } = member
  const invalidate = accountKeys(id)
  const one = useCommand(EndMemberSession, { invalidate, success: 'Session ended', messages: NOTHING_CHANGED })
  const all = useCommand(EndMemberSessions, {
    invalidate,
    success: `Signed ${user.name} out`,
    messages: NOTHING_CHANGED,
  })
  const isPending = one.isPending || all.isPending
  if (sessions.length === 0) return <p className={styles.empty}>Signed in on no device.</p>
  return (
    <>
      <ul aria-label="Sessions" className={styles.list}>
        {sessions.map(({ id: session_id, device, ip_address, created_at, last_used_at }) => (
          <li key={session_id} className={rows.row}>
            <div className={rows.grow}>
              <p className={styles.name}>{device}</p>
              <p className={rows.quiet}>
                Last used {longDate(last_used_at, time_zone)}
                {ip_address && `, from ${ip_address}`}. Signed in {longDate(created_at, time_zone)}.
              </p>
            </div>
            <Button disabled={isPending} aria-label={`End ${device}`} onClick={() => void one.run({ id, session_id })}>
              End
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.end}>
        <Button disabled={isPending} onClick={() => void all.run({ id })}>
          Sign out everywhere
        </Button>
      </div>
    </>
  )
}
