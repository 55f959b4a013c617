import { StartImpersonation } from '#api/operations.ts'
import { IMPERSONATION_MINUTES, impersonationReasonProblem, openedWords } from '#shared/impersonation.ts'
import { longDate, timeOf } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import type { StaffMember } from '#web/features/staff-members/staff-members.queries.ts'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useUser } from '#web/platform/session/session.ts'

/** Staff view the community with this member's networks and access, for a reason that the member reads afterwards. */
export function ViewAs({ member: { id, user, impersonations } }: { member: StaffMember }) {
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => impersonationReasonProblem(reason),
    submit: ({ reason }) => execute(StartImpersonation, { id, reason }),
    // Every page is loaded again with the member's access.
    onDone: () => location.assign(ROUTES.home),
  })
  return (
    <>
      <form {...form.props} className={styles.form} noValidate aria-label="View as this member">
        <p className={rows.quiet}>
          For {IMPERSONATION_MINUTES} minutes you see the pages, menus and posts that {user.name} can see. Private
          replies, chats, drafts and settings are not shown, and nothing can be changed. What you open is recorded, and{' '}
          {user.name} gets an email about it afterwards.
        </p>
        <FormProblem>{form.problem}</FormProblem>
        <TextAreaField label="Reason" hint={`${user.name} will see this.`} rows={2} {...form.native('reason')} />
        <div className={styles.end}>
          <SubmitButton look="quiet" isPending={form.isPending}>
            View as {user.name}
          </SubmitButton>
        </div>
      </form>
      {impersonations.length > 0 && <Earlier all={impersonations} />}
    </>
  )
}

function Earlier({ all }: { all: StaffMember['impersonations'] }) {
  const { time_zone } = useUser()
  return (
    <ol aria-label="Viewed as this member" className={styles.list}>
      {all.map(({ id, reason, started_at, ended_at, staff, reads }) => (
        <li key={id} className={rows.row}>
          <div className={rows.grow}>
            <p>
              {staff?.name ?? 'A former member of staff'}, {longDate(started_at, time_zone)}
              {ended_at ? `, until ${timeOf(ended_at, time_zone)}.` : '. Not over yet.'}
            </p>
            <p className={styles.reason}>{reason}</p>
            <p className={rows.quiet}>Opened: {openedWords(reads) ?? 'lists only'}.</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
