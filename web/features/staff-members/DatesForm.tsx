import { SetMemberDates } from '#api/operations.ts'
import { dayKey } from '#shared/kit/dates.ts'
import { startOfDay } from '#shared/kit/start-of-day.ts'
import { membershipDateProblem } from '#shared/staff-members.ts'
import type { StaffMember } from '#web/features/staff-members/staff-members.queries.ts'
import { useAccountChanged } from '#web/features/staff-members/use-account-changed.ts'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { Field } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useUser } from '#web/platform/session/session.ts'

const FIELDS = ['trial_end_date', 'full_access_exp_date'] as const
type Days = Record<(typeof FIELDS)[number], string>

/** Until when the trial and the membership last. */
export function DatesForm({ member }: { member: StaffMember }) {
  const { time_zone } = useUser()
  const changed = useAccountChanged(member.id)
  const dayOfMember = (date: string | null) => (date ? dayKey(date, time_zone) : '')
  /** An unchanged day keeps its time. */
  const momentOf = (field: keyof Days, day: string) => {
    if (day === dayOfMember(member[field])) return member[field]
    return day === '' ? null : startOfDay(day, time_zone).toISOString()
  }
  const form = useForm<Days>({
    initial: {
      trial_end_date: dayOfMember(member.trial_end_date),
      full_access_exp_date: dayOfMember(member.full_access_exp_date),
    },
    check: (days) => {
      for (const field of FIELDS) {
        const message = membershipDateProblem(days[field] === '' ? null : startOfDay(days[field], time_zone))
        if (message) return { field, message }
      }
      return null
    },
    submit: (days) =>
      execute(SetMemberDates, {
        id: member.id,
        trial_end_date: momentOf('trial_end_date', days.trial_end_date),
        full_access_exp_date: momentOf('full_access_exp_date', days.full_access_exp_date),
      }),
    success: 'Dates saved',
    onDone: changed,
  })
  return (
    <form {...form.props} className={styles.form} noValidate aria-label="Dates">
      <FormProblem>{form.problem}</FormProblem>
      <Field label="Trial until" type="date" {...form.field('trial_end_date')} />
      <Field
        label="Membership until"
        hint={
          member.is_paid_by_team
            ? 'This date follows the payments of the member’s team.'
            : `Blank for no end. A date in the past ends the access at once. ${member.user.name} gets an email.`
        }
        type="date"
        readOnly={member.is_paid_by_team}
        {...form.field('full_access_exp_date')}
      />
      <div className={styles.end}>
        <SubmitButton look="quiet" isPending={form.isPending}>
          Save dates
        </SubmitButton>
      </div>
    </form>
  )
}
