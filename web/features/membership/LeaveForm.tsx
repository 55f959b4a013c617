import { TextAreaField } from '#web/kit/forms/Field.tsx'
import { RadioGroup } from '#web/kit/forms/Choice.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { CancelMembership } from '#api/operations.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { CANCEL_REASONS, CANCEL_REASON_LENGTH, CANCEL_REASON_WORDS, type CancelReason } from '#shared/membership.ts'
import { execute } from '#web/platform/api/operations.ts'
import { membershipQuery, NOT_CHARGED } from '#web/features/membership/membership.queries.ts'
import { useQueryClient } from '@tanstack/react-query'
import styles from './Membership.module.css'

/** Explains what will happen, then asks for the reason. Rendered in a dialog, which it closes. */
export function LeaveForm({ until, timeZone }: { until: string; timeZone: string | undefined }) {
  const client = useQueryClient()
  const form = useForm({
    initial: { reason: '', details: '' },
    check: ({ reason }) => (reason === '' ? { field: 'reason', message: 'Choose a reason.' } : null),
    submit: ({ reason, details }) => execute(CancelMembership, { reason: reason as CancelReason, details }),
    success: 'Your membership won’t renew',
    onDone: () => {
      form.props.ref.current?.closest('dialog')?.close()
      void client.invalidateQueries({ queryKey: membershipQuery.queryKey })
    },
    messages: NOT_CHARGED,
  })
  return (
    <form {...form.props} className={styles.form}>
      <p className="t-reply">
        You’ll have access until {dayOf(until, timeZone, 0)}, and you can change your mind until then. What you wrote
        stays visible to the members who can read it today.
      </p>
      <RadioGroup
        label="Why are you leaving?"
        options={CANCEL_REASONS.map((value) => ({ value, label: CANCEL_REASON_WORDS[value] }))}
        {...form.field('reason')}
      />
      <TextAreaField
        label="Anything else we should know? (optional)"
        maxLength={CANCEL_REASON_LENGTH}
        {...form.field('details')}
      />
      <FormProblem>{form.problem}</FormProblem>
      <div className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Cancel my membership</SubmitButton>
      </div>
    </form>
  )
}
