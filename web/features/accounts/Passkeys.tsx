import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { longDate } from '#shared/kit/dates.ts'
import { PASSKEY_NAME_LENGTH } from '#shared/settings.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { ProblemError } from '#web/platform/problems.ts'
import { useUser } from '#web/platform/session.ts'
import { toast } from '#web/platform/toasts.ts'
import { Sentence } from '#web/features/accounts/DoorParts.tsx'
import { callQuery } from '#web/features/accounts/doors.queries.ts'
import { NotLoaded, sayNotLoaded, Row } from '#web/features/accounts/SettingParts.tsx'
import { textsOf, useSending } from '#web/platform/use-sending.ts'
import styles from './Settings.module.css'

interface Passkey {
  id: string
  name: string
  created_at: string
  last_used_at: string | null
}
const passkeysQuery = callQuery<Passkey[]>('/auth/passkeys')

/** Keys on the member's devices, each with a name; adding and removing one asks for the password. */
export function Passkeys() {
  const { data, isError, refetch } = useQuery(passkeysQuery)
  const client = useQueryClient()
  const [open, setOpen] = useState<'add' | string>()
  const done = (title: string) => {
    setOpen(undefined)
    void client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
    toast.success(title)
  }
  if (isError) return <NotLoaded again={() => void refetch()} />
  if (!data) return <Skeleton width="most" />
  return (
    <>
      <p className={styles.text}>
        A passkey signs you in by the lock of your device: a finger, a face or its code. It cannot be guessed, and not
        be given to a false page.
      </p>
      <ul>
        {data.map((passkey) => (
          <li key={passkey.id}>
            {open === passkey.id ? (
              <Remove passkey={passkey} close={() => setOpen(undefined)} done={() => done('The passkey is removed')} />
            ) : (
              <Held passkey={passkey} remove={() => setOpen(passkey.id)} />
            )}
          </li>
        ))}
      </ul>
      {open === 'add' ? (
        <Add close={() => setOpen(undefined)} done={() => done('The passkey is added')} />
      ) : (
        <Button className={styles.below} onClick={() => setOpen('add')}>
          Add a passkey
        </Button>
      )}
    </>
  )
}

function Held({ passkey, remove }: { passkey: Passkey; remove: () => void }) {
  const { time_zone } = useUser()
  const { name, created_at, last_used_at } = passkey
  return (
    <Row
      name={name}
      act={
        <Button aria-label={`Remove the passkey ${name}`} onClick={remove}>
          Remove
        </Button>
      }
    >
      Added {longDate(created_at, time_zone)}.{' '}
      {last_used_at ? `Last used ${longDate(last_used_at, time_zone)}.` : 'Not used yet.'}
    </Row>
  )
}

interface FormProps {
  close: () => void
  done: () => void
}

function Add({ close, done }: FormProps) {
  const { form, refuse, of, sentence } = useSending(['password', 'name'])
  const [isSending, setSending] = useState(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { password = '', name = '' } = textsOf(event.currentTarget)
    setSending(true)
    const loaded = await import('#web/features/accounts/passkey.ts').catch(sayNotLoaded)
    const outcome = await loaded?.registerPasskey(password, name)
    setSending(false)
    if (outcome instanceof ProblemError) refuse(outcome)
    else if (outcome) done()
  }
  return (
    <form ref={form} className={styles.form} method="post" onSubmit={(event) => void onSubmit(event)}>
      <Sentence>{sentence}</Sentence>
      <Field
        label="Name"
        name="name"
        autoComplete="off"
        autoFocus
        maxLength={PASSKEY_NAME_LENGTH}
        hint="So that you know it again, such as “Work laptop”. Empty, it is called by the browser."
        problem={of('name')}
      />
      <Password problem={of('password')} />
      <Acts submit="Add the passkey" isSending={isSending} close={close} />
    </form>
  )
}

function Remove({ passkey, close, done }: FormProps & { passkey: Passkey }) {
  const { form, send, isSending, of, sentence } = useSending(['password'])
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (await send(`/auth/passkeys/${passkey.id}/remove`, textsOf(event.currentTarget))) done()
  }
  return (
    <form ref={form} className={styles.form} method="post" onSubmit={(event) => void onSubmit(event)}>
      <Sentence>{sentence}</Sentence>
      <p className={styles.text}>“{passkey.name}” will no longer sign you in. Remove it on the device too.</p>
      <Password problem={of('password')} autoFocus />
      <Acts submit="Remove the passkey" isSending={isSending} close={close} />
    </form>
  )
}

export const Password = ({ problem, autoFocus }: { problem: string | undefined; autoFocus?: boolean }) => (
  <Field
    label="Your password"
    name="password"
    type="password"
    autoComplete="current-password"
    required
    autoFocus={autoFocus}
    maxLength={256}
    problem={problem}
  />
)

export const Acts = ({ submit, isSending, close }: { submit: string; isSending: boolean; close: () => void }) => (
  <div className={styles.acts}>
    <Button look="filled" type="submit" disabled={isSending}>
      {submit}
    </Button>
    <Button onClick={close}>Cancel</Button>
  </div>
)
