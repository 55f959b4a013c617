import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { UpdatePassword } from '#api/operations.ts'
import { PASSWORD_LENGTH } from '#shared/accounts.ts'
import { Button } from '#web/kit/Button.tsx'
import { AccountField } from '#web/kit/forms/Controls.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { sessionsQuery } from '#web/features/accounts/security/accounts.queries.ts'
import { NewPassword } from '#web/features/accounts/auth-pages/AuthPageParts.tsx'
import { Row } from '#web/features/accounts/settings/SettingParts.tsx'
import styles from '#web/features/accounts/settings/Settings.module.css'

/** Changes the password; requires the current one. */
export function PasswordSetting() {
  const [isOpen, setOpen] = useState(false)
  const { first_name, last_name, email } = useUser()
  const client = useQueryClient()
  const form = useForm({
    initial: { old_password: '', new_password: '', confirm_new_password: '' },
    submit: (values) => execute(UpdatePassword, values),
    onDone: () => {
      setOpen(false)
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      toast.success('Password changed', 'You’ve been signed out on all other devices.')
    },
  })
  if (!isOpen)
    return (
      <Row name="Password" act={<Button onClick={() => setOpen(true)}>Change password</Button>}>
        Changing it signs you out on all other devices. We’ll confirm by email.
      </Row>
    )
  return (
    <form {...form.props} className={styles.form} method="post" noValidate>
      <FormProblem>{form.problem}</FormProblem>
      <AccountField email={email} />
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        maxLength={PASSWORD_LENGTH.max}
        {...form.native('old_password')}
      />
      <NewPassword
        name="new_password"
        problem={form.problemOf('new_password')}
        about={[first_name, last_name, email]}
      />
      <Field
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
        required
        maxLength={PASSWORD_LENGTH.max}
        {...form.native('confirm_new_password')}
      />
      <div className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Save password</SubmitButton>
        <Button onClick={() => setOpen(false)}>Cancel</Button>
      </div>
    </form>
  )
}
