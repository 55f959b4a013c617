import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { SuspendMember } from '#api/operations.ts'
import { startOfDay } from '#shared/kit/start-of-day.ts'
import { suspensionProblem } from '#shared/staff-members.ts'
import { staffMemberQuery, type StaffMember } from '#web/features/staff-members/staff-members.queries.ts'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { Button } from '#web/kit/Button.tsx'
import { TextAreaField, Field } from '#web/kit/Field.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { formValues, useForm } from '#web/platform/forms/use-sending.ts'

/** The reason, which the member reads, and until when; who is suspended already gets a new one. */
export function SuspendForm({ member }: { member: StaffMember }) {
  const client = useQueryClient()
  const { time_zone } = useUser()
  const { form, ask, isSending, of, sentence, object } = useForm(['reason', 'until'])
  const { id, user, suspended } = member
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { reason = '', until: day = '' } = formValues(event.currentTarget)
    const until = day === '' ? null : startOfDay(day, time_zone)
    const wrong = suspensionProblem({ reason, until })
    if (wrong) return object(wrong)
    const data = await ask(SuspendMember, { id, reason, until: until?.toISOString() ?? null })
    if (!data) return
    client.setQueryData(staffMemberQuery(id).queryKey, { staff_member: data.suspendMember })
    form.current?.reset()
    toast.success(`${user.name} is suspended`)
  }
  const label = suspended ? 'Edit suspension' : 'Suspend account'
  return (
    <form ref={form} className={styles.form} noValidate aria-label={label} onSubmit={(event) => void submit(event)}>
      {sentence && <p role="alert">{sentence}</p>}
      <TextAreaField
        label="Reason"
        hint={`${user.name} will see this in an email. It’s recorded.`}
        name="reason"
        rows={3}
        problem={of('reason')}
      />
      <Field
        label="Until (optional)"
        hint="The account is restored at the start of this day. If you leave this blank, it stays suspended until staff restore it."
        name="until"
        type="date"
        problem={of('until')}
      />
      <div className={styles.end}>
        <Button type="submit" disabled={isSending}>
          {label}
        </Button>
      </div>
    </form>
  )
}
