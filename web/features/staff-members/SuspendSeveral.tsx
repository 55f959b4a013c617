import { useQueryClient } from '@tanstack/react-query'
import { GetStaffMembers, SuspendMembers } from '#api/operations.ts'
import { counted } from '#shared/kit/text.ts'
import { startOfDay } from '#shared/kit/start-of-day.ts'
import { SUSPENDED_ALONE, SUSPENDED_TOGETHER, suspensionProblem } from '#shared/staff-members.ts'
import { offerApproval } from '#web/features/approvals/ask-for-approval.tsx'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Field, TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useUser } from '#web/platform/session/session.ts'

interface Props {
  /** The chosen accounts with their names. */
  members: ReadonlyMap<number, string>
  onDone: () => void
}

const NAMES = 5

function namesOf(members: ReadonlyMap<number, string>): string {
  const names = [...members.values()]
  const others = names.length - NAMES
  return others > 0 ? `${names.slice(0, NAMES).join(', ')} and ${others} more` : names.join(', ')
}

/** Suspends the chosen members, all or none, or asks a second person. */
export function SuspendSeveral({ members, onDone }: Props) {
  const client = useQueryClient()
  const { time_zone } = useUser()
  const count = members.size
  const label = `Suspend ${counted(count, 'member')}`
  const form = useForm({
    initial: { reason: '', until: '' },
    check: ({ reason, until }) =>
      count > SUSPENDED_TOGETHER
        ? { message: `Choose up to ${SUSPENDED_TOGETHER} members.` }
        : suspensionProblem({ reason, until: until === '' ? null : startOfDay(until, time_zone) }),
    // Resolves to false if a second person has to be asked first.
    submit: async ({ reason, until }) => {
      const end = until === '' ? null : startOfDay(until, time_zone).toISOString()
      const asked = { ids: [...members.keys()], reason, until: end }
      try {
        await execute(SuspendMembers, asked)
        return true
      } catch (error) {
        if (offerApproval(error, SuspendMembers, asked)) return false
        throw error
      }
    },
    onDone: async (isDone) => {
      if (!isDone) return
      onDone()
      await client.invalidateQueries({ queryKey: [GetStaffMembers.name] })
    },
  })
  return (
    <form {...form.props} className={`${styles.form} ${styles.several}`} noValidate aria-label={label}>
      <FormProblem>{form.problem}</FormProblem>
      <p>
        {namesOf(members)}. More than {SUSPENDED_ALONE} in a day need a second person.
      </p>
      <TextAreaField
        label="Reason"
        hint="Each of them will see this in an email. It’s recorded."
        rows={3}
        {...form.native('reason')}
      />
      <Field
        label="Until (optional)"
        hint="The accounts are restored at the start of this day."
        type="date"
        {...form.native('until')}
      />
      <div className={styles.end}>
        <SubmitButton look="quiet" isPending={form.isPending}>
          {label}
        </SubmitButton>
        <Button look="bare" onClick={onDone}>
          Clear selection
        </Button>
      </div>
    </form>
  )
}
