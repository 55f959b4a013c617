import { useState, type FormEvent } from 'react'
import { CancelEmailChange, UpdatePrimaryEmail, UpdateSecondaryEmail } from '#api/operations.ts'
import { EMAIL_LENGTH } from '#shared/accounts.ts'
import { longDate } from '#shared/kit/dates.ts'
import { UNDO_HOURS } from '#shared/settings.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { showErrorToast } from '#web/platform/api/report-error.ts'
import { execute } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { FormMessage } from '#web/features/accounts/auth-pages/AuthPageParts.tsx'
import { Row, AccountLoader } from '#web/features/accounts/settings/SettingParts.tsx'
import { useUpdateAccount, type Account } from '#web/features/accounts/settings/settings.queries.ts'
import { formValues, useForm } from '#web/platform/forms/use-sending.ts'
import styles from './Settings.module.css'

type Kind = 'primary' | 'secondary'

/** The address with which the member signs in, and a second one. Both mailboxes have to agree to a change. */
export const EmailSettings = () => (
  <AccountLoader>
    {(account) => (
      <>
        <Address kind="primary" account={account} />
        <Address kind="secondary" account={account} />
      </>
    )}
  </AccountLoader>
)

const WORDS = {
  primary: {
    none: '',
    what: 'You sign in with this address, and we send account email here.',
    act: 'Change email address',
  },
  secondary: {
    none: 'No secondary email',
    what: 'Another address that belongs to you. No one else can see it.',
    act: 'Change secondary email',
  },
} as const

function Address({ kind, account }: { kind: Kind; account: Account }) {
  const [isOpen, setOpen] = useState(false)
  const { refresh } = useUpdateAccount()
  const held = kind === 'primary' ? account.email : account.secondary_email
  const waiting = account.email_changes.find((change) => change.kind === kind)
  const remove = async () => {
    try {
      await execute(UpdateSecondaryEmail, { email: '' })
      toast.success(
        'Secondary email removed',
        `We emailed ${account.email} a link you can use to undo this for ${UNDO_HOURS} hours.`,
      )
    } catch (error) {
      showErrorToast(error)
    }
    await refresh()
  }
  return (
    <>
      <Row
        name={held ?? WORDS[kind].none}
        act={
          <>
            {!isOpen && (
              <Button onClick={() => setOpen(true)}>{held ? WORDS[kind].act : 'Add a secondary email'}</Button>
            )}
            {kind === 'secondary' && held && (
              <Button look="bare" onClick={() => void remove()}>
                Remove
              </Button>
            )}
          </>
        }
      >
        {WORDS[kind].what}
      </Row>
      {isOpen && <AddressForm kind={kind} held={account.email} close={() => setOpen(false)} />}
      {waiting && <Waiting change={waiting} held={account.email} />}
    </>
  )
}

function AddressForm({ kind, held, close }: { kind: Kind; held: string; close: () => void }) {
  const { refresh } = useUpdateAccount()
  const { form, ask, isSending, sentence } = useForm()
  const [refusal, setRefusal] = useState<string>()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { email = '' } = formValues(event.currentTarget)
    const answer =
      kind === 'primary'
        ? (await ask(UpdatePrimaryEmail, { email }))?.updatePrimaryEmail
        : (await ask(UpdateSecondaryEmail, { email }))?.updateSecondaryEmail
    if (!answer) return
    setRefusal(answer.errors[0]?.message)
    if (answer.errors.length > 0) return
    close()
    await refresh()
    toast.success(
      'Check your email',
      `We sent one message to ${held} and one to ${answer.email}. Open the link in each.`,
    )
  }
  return (
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={(event) => void onSubmit(event)}>
      <FormMessage>{sentence}</FormMessage>
      <Field
        label={kind === 'primary' ? 'New email address' : 'Secondary email'}
        name="email"
        type="email"
        autoComplete="email"
        required
        autoFocus
        maxLength={EMAIL_LENGTH}
        hint={`We’ll send a link to this address and to ${held}. The change takes effect once you open both.`}
        problem={refusal}
      />
      <div className={styles.acts}>
        <Button look="filled" type="submit" disabled={isSending}>
          Send links
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  )
}

function Waiting({ change, held }: { change: Account['email_changes'][number]; held: string }) {
  const { time_zone } = useUser()
  const { refresh } = useUpdateAccount()
  const missing = [...(change.is_confirmed_by_old ? [] : [held]), ...(change.is_confirmed_by_new ? [] : [change.email])]
  const giveUp = async () => {
    try {
      await execute(CancelEmailChange, { id: change.id })
    } catch (error) {
      showErrorToast(error)
    }
    await refresh()
  }
  return (
    <div className={styles.notice}>
      <p>
        You asked to change it to {change.email}. Open the link we emailed to {missing.join(' and to ')} by{' '}
        {longDate(change.expires_at, time_zone)}.
      </p>
      <Button className={styles.below} onClick={() => void giveUp()}>
        Cancel change
      </Button>
    </div>
  )
}
