import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import { SuspendMember } from '#api/operations.ts'
import { startOfDay } from '#shared/kit/start-of-day.ts'
import { suspensionProblem } from '#shared/staff-members.ts'
import { staffMemberQuery, type StaffMember } from '#web/features/staff-members/staff-members.queries.ts'
import { useAccountChanged } from '#web/features/staff-members/use-account-changed.ts'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { execute } from '#web/platform/api/operations.ts'
import { TextAreaField, Field } from '#web/kit/forms/Field.tsx'
import { useUser } from '#web/platform/session/session.ts'

/** The reason, which the member can read, and the end date. For a suspended member, replaces both. */
export function SuspendForm({ member }: { member: StaffMember }) {
  const client = useQueryClient()
  const { time_zone } = useUser()
  const { id, user, suspended } = member
  const startOf = (day: string) => (day === '' ? null : startOfDay(day, time_zone))
  const changed = useAccountChanged(id)
  const form = useForm({
    initial: { reason: '', until: '' },
    check: ({ reason, until }) => suspensionProblem({ reason, until: startOf(until) }),
    submit: ({ reason, until }) => execute(SuspendMember, { id, reason, until: startOf(until)?.toISOString() ?? null }),
    success: `${user.name} is suspended`,
    onDone: async ({ suspendMember }) => {
      client.setQueryData(staffMemberQuery(id).queryKey, { staff_member: suspendMember })
      form.reset()
      await changed()
    },
  })
  const label = suspended ? 'Edit suspension' : 'Suspend account'
  return (
    <form {...form.props} className={styles.form} noValidate aria-label={label}>
      <FormProblem>{form.problem}</FormProblem>
      <TextAreaField
        label="Reason"
        hint={`${user.name} will see this in an email. It’s recorded.`}
        rows={3}
        {...form.native('reason')}
      />
      <Field
        label="Until (optional)"
        hint="The account is restored at the start of this day. If you leave this blank, it stays suspended until staff restore it."
        type="date"
        {...form.native('until')}
      />
      <div className={styles.end}>
        <SubmitButton look="quiet" isPending={form.isPending}>
          {label}
        </SubmitButton>
      </div>
    </form>
  )
}
