import { useState, type FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { UpdatePassword } from '#api/operations.ts'
import { PASSWORD_LENGTH } from '#shared/accounts.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { useUser } from '#web/platform/session.ts'
import { toast } from '#web/platform/toasts.ts'
import { sessionsQuery } from '#web/features/accounts/accounts.queries.ts'
import { NewPassword, Sentence } from '#web/features/accounts/DoorParts.tsx'
import { Row } from '#web/features/accounts/SettingParts.tsx'
import { textsOf, useSending } from '#web/platform/use-sending.ts'
import styles from './Settings.module.css'

const FIELDS = ['old_password', 'new_password', 'confirm_new_password']

/** A new password, for whoever knows the present one. */
export function PasswordSetting() {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const { first_name, last_name, email } = useUser()
  const { form, ask, isSending, of, sentence } = useSending(FIELDS)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { old_password = '', new_password = '', confirm_new_password = '' } = textsOf(event.currentTarget)
    if (!(await ask(UpdatePassword, { old_password, new_password, confirm_new_password }))) return
    setOpen(false)
    void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    toast.success('Your password is changed', 'Every other device is signed out.')
  }
  if (!isOpen)
    return (
      <Row name="Password" act={<Button onClick={() => setOpen(true)}>Change the password</Button>}>
        With a new one you are signed out on every other device, and told by mail.
      </Row>
    )
  return (
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={(event) => void onSubmit(event)}>
      <Sentence>{sentence}</Sentence>
      {/* So that a password manager knows whose it is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field
        label="Present password"
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
        label="New password once more"
        name="confirm_new_password"
        type="password"
        autoComplete="new-password"
        required
        maxLength={PASSWORD_LENGTH.max}
        problem={of('confirm_new_password')}
      />
      <div className={styles.acts}>
        <Button look="filled" type="submit" disabled={isSending}>
          Save the password
        </Button>
        <Button onClick={() => setOpen(false)}>Cancel</Button>
      </div>
    </form>
  )
}
