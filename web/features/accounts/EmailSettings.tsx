import { useState, type FormEvent } from 'react'
import { CancelEmailChange, UpdatePrimaryEmail, UpdateSecondaryEmail } from '#api/operations.ts'
import { EMAIL_LENGTH } from '#shared/accounts.ts'
import { longDate } from '#shared/kit/dates.ts'
import { UNDO_HOURS } from '#shared/settings.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { sayRefusal } from '#web/platform/failures.ts'
import { execute } from '#web/platform/operations.ts'
import { useUser } from '#web/platform/session.ts'
import { toast } from '#web/platform/toasts.ts'
import { Sentence } from '#web/features/accounts/DoorParts.tsx'
import { Row, WithAccount } from '#web/features/accounts/SettingParts.tsx'
import { useKeepAccount, type Account } from '#web/features/accounts/settings.queries.ts'
import { textsOf, useSending } from '#web/platform/use-sending.ts'
import styles from './Settings.module.css'

type Kind = 'primary' | 'secondary'

/** The address with which the member signs in, and a second one. Both mailboxes have to agree to a change. */
export const EmailSettings = () => (
  <WithAccount>
    {(account) => (
      <>
        <Address kind="primary" account={account} />
        <Address kind="secondary" account={account} />
      </>
    )}
  </WithAccount>
)

const WORDS = {
  primary: {
    none: '',
    what: 'You sign in with it, and mail about your account goes there.',
    act: 'Change the address',
  },
  secondary: {
    none: 'No second address',
    what: 'A second address that is known as yours. Nobody else sees it.',
    act: 'Change the second address',
  },
} as const

function Address({ kind, account }: { kind: Kind; account: Account }) {
  const [isOpen, setOpen] = useState(false)
  const { refresh } = useKeepAccount()
  const held = kind === 'primary' ? account.email : account.secondary_email
  const waiting = account.email_changes.find((change) => change.kind === kind)
  const remove = async () => {
    try {
      await execute(UpdateSecondaryEmail, { email: '' })
      toast.success(
        'Your second address is removed',
        `A mail to ${account.email} lets you undo it for ${UNDO_HOURS} hours.`,
      )
    } catch (error) {
      sayRefusal(error)
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
              <Button onClick={() => setOpen(true)}>{held ? WORDS[kind].act : 'Add a second address'}</Button>
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
  const { refresh } = useKeepAccount()
  const { form, ask, isSending, sentence } = useSending()
  const [refusal, setRefusal] = useState<string>()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { email = '' } = textsOf(event.currentTarget)
    const answer =
      kind === 'primary'
        ? (await ask(UpdatePrimaryEmail, { email }))?.updatePrimaryEmail
        : (await ask(UpdateSecondaryEmail, { email }))?.updateSecondaryEmail
    if (!answer) return
    setRefusal(answer.errors[0]?.message)
    if (answer.errors.length > 0) return
    close()
    await refresh()
    toast.success('Two mails are on their way', `One to ${held}, one to ${answer.email}. Open the link in each.`)
  }
  return (
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={(event) => void onSubmit(event)}>
      <Sentence>{sentence}</Sentence>
      <Field
        label={kind === 'primary' ? 'New address' : 'Second address'}
        name="email"
        type="email"
        autoComplete="email"
        required
        autoFocus
        maxLength={EMAIL_LENGTH}
        hint={`Both this address and ${held} receive a link. It changes once both are opened.`}
        problem={refusal}
      />
      <div className={styles.acts}>
        <Button look="filled" type="submit" disabled={isSending}>
          Send the links
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  )
}

function Waiting({ change, held }: { change: Account['email_changes'][number]; held: string }) {
  const { time_zone } = useUser()
  const { refresh } = useKeepAccount()
  const missing = [...(change.is_confirmed_by_old ? [] : [held]), ...(change.is_confirmed_by_new ? [] : [change.email])]
  const giveUp = async () => {
    try {
      await execute(CancelEmailChange, { id: change.id })
    } catch (error) {
      sayRefusal(error)
    }
    await refresh()
  }
  return (
    <div className={styles.notice}>
      <p>
        {change.email} is to take its place. Open the link in the mail to {missing.join(' and in the mail to ')}, before{' '}
        {longDate(change.expires_at, time_zone)}.
      </p>
      <Button className={styles.below} onClick={() => void giveUp()}>
        Give up the change
      </Button>
    </div>
  )
}
