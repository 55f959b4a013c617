import { ChangeMemberEmail } from '#api/operations.ts'
import { offerApproval } from '#web/features/approvals/ask-for-approval.tsx'
import type { StaffMember } from '#web/features/staff-members/staff-members.queries.ts'
import { useAccountChanged } from '#web/features/staff-members/use-account-changed.ts'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { Field } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'

/** A new address, which must confirm. */
export function EmailForm({ member: { id, email, pending_email } }: { member: StaffMember }) {
  const changed = useAccountChanged(id)
  const form = useForm({
    initial: { email: '' },
    submit: async (values) => {
      const asked = { id, ...values }
      try {
        return await execute(ChangeMemberEmail, asked)
      } catch (error) {
        offerApproval(error, ChangeMemberEmail, asked)
        throw error
      }
    },
    success: 'Confirmation sent to the new address',
    onDone: async () => {
      form.reset()
      await changed()
    },
  })
  return (
    <form {...form.props} className={styles.form} noValidate aria-label="Email address">
      <FormProblem>{form.problem}</FormProblem>
      {pending_email && <p>Waiting for {pending_email} to confirm.</p>}
      <Field
        label="New email address"
        hint={`It changes once the new address confirms. ${email} is told now, and can undo the change for three days.`}
        type="email"
        autoComplete="off"
        {...form.field('email')}
      />
      <div className={styles.end}>
        <SubmitButton look="quiet" isPending={form.isPending}>
          Change address
        </SubmitButton>
      </div>
    </form>
  )
}
