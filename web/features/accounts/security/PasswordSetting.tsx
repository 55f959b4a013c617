import { useState, type FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { UpdatePassword } from '#api/operations.ts'
import { PASSWORD_LENGTH } from '#shared/accounts.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { sessionsQuery } from '#web/features/accounts/security/accounts.queries.ts'
import { NewPassword, FormMessage } from '#web/features/accounts/auth-pages/AuthPageParts.tsx'
import { Row } from '#web/features/accounts/settings/SettingParts.tsx'
import { formValues, useForm } from '#web/platform/forms/use-sending.ts'
import styles from '#web/features/accounts/settings/Settings.module.css'

const FIELDS = ['old_password', 'new_password', 'confirm_new_password']

/** A new password, for anyone who knows the present one. */
export function PasswordSetting() {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const { first_name, last_name, email } = useUser()
  const { form, ask, isSending, of, sentence } = useForm(FIELDS)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { old_password = '', new_password = '', confirm_new_password = '' } = formValues(event.currentTarget)
    if (!(await ask(UpdatePassword, { old_password, new_password, confirm_new_password }))) return
    setOpen(false)
    void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    toast.success('Password changed', 'You’ve been signed out on all other devices.')
  }
  if (!isOpen)
    return (
      <Row name="Password" act={<Button onClick={() => setOpen(true)}>Change password</Button>}>
        Changing it signs you out on all other devices. We’ll confirm by email.
      </Row>
    )
  return (
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={(event) => void onSubmit(event)}>
      <FormMessage>{sentence}</FormMessage>
      {/* So that a password manager knows whose it is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field
        label="Current password"
        name="old_password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        maxLength={PASSWORD_LENGTH.max}
        problem={of('old_password')}
      />
      <NewPassword name="new_password" problem={of('new_password')} about={[first_name, last_name, email]} />
      <Field
        label="Confirm new password"
        name="confirm_new_password"
        type="password"
        autoComplete="new-password"
        required
        maxLength={PASSWORD_LENGTH.max}
        problem={of('confirm_new_password')}
      />
      <div className={styles.acts}>
        <Button look="filled" type="submit" disabled={isSending}>
          Save password
        </Button>
        <Button onClick={() => setOpen(false)}>Cancel</Button>
      </div>
    </form>
  )
}
