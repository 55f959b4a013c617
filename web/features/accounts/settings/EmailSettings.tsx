import { useForm } from '#web/platform/forms/use-form.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useState } from 'react'
import { CancelEmailChange, UpdatePrimaryEmail, UpdateSecondaryEmail } from '#api/operations.ts'
import { EMAIL_LENGTH } from '#shared/accounts.ts'
import { longDate } from '#shared/kit/dates.ts'
import { UNDO_HOURS } from '#shared/settings.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { ApiError } from '#web/platform/api/api-error.ts'
import { execute } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { Row, AccountLoader } from '#web/features/accounts/settings/SettingParts.tsx'
import { accountQuery, useUpdateAccount, type Account } from '#web/features/accounts/settings/settings.queries.ts'
import styles from './Settings.module.css'

type Kind = 'primary' | 'secondary'

/** The sign-in address and a secondary one. A change must be confirmed from both mailboxes. */
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
  const held = kind === 'primary' ? account.email : account.secondary_email
  const waiting = account.email_changes.find((change) => change.kind === kind)
  const remove = useCommand(() => execute(UpdateSecondaryEmail, { email: '' }), {
    invalidate: [accountQuery.queryKey],
    onSuccess: () =>
      toast.success(
        'Secondary email removed',
        `We emailed ${account.email} a link you can use to undo this for ${UNDO_HOURS} hours.`,
      ),
  })
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
              <Button look="bare" disabled={remove.isPending} onClick={() => void remove.run()}>
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
  const form = useForm({
    initial: { email: '' },
    submit: async (values) => {
      const answer =
        kind === 'primary'
          ? (await execute(UpdatePrimaryEmail, values)).updatePrimaryEmail
          : (await execute(UpdateSecondaryEmail, values)).updateSecondaryEmail
      const [refused] = answer.errors
      if (refused) throw new ApiError(refused.message, { kind: 'bad_request', field: 'email' })
      await refresh()
      return answer
    },
    onDone: (answer) => {
      close()
      toast.success(
        'Check your email',
        `We sent one message to ${held} and one to ${answer.email}. Open the link in each.`,
      )
    },
  })
  return (
    <form {...form.props} className={styles.form} method="post" noValidate>
      <FormProblem>{form.problem}</FormProblem>
      <Field
        label={kind === 'primary' ? 'New email address' : 'Secondary email'}
        type="email"
        autoComplete="email"
        required
        autoFocus
        maxLength={EMAIL_LENGTH}
        hint={`We’ll send a link to this address and to ${held}. The change takes effect once you open both.`}
        {...form.native('email')}
      />
      <div className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Send links</SubmitButton>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  )
}

function Waiting({ change, held }: { change: Account['email_changes'][number]; held: string }) {
  const { time_zone } = useUser()
  const cancel = useCommand(() => execute(CancelEmailChange, { id: change.id }), {
    invalidate: [accountQuery.queryKey],
  })
  const missing = [...(change.is_confirmed_by_old ? [] : [held]), ...(change.is_confirmed_by_new ? [] : [change.email])]
  return (
    <div className={styles.notice}>
      <p>
        You asked to change it to {change.email}. Open the link we emailed to {missing.join(' and to ')} by{' '}
        {longDate(change.expires_at, time_zone)}.
      </p>
      <Button className={styles.below} disabled={cancel.isPending} onClick={() => void cancel.run()}>
        Cancel change
      </Button>
    </div>
  )
}
