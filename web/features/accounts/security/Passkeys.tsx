import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { longDate } from '#shared/kit/dates.ts'
import { PASSKEY_NAME_LENGTH } from '#shared/settings.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { ApiError } from '#web/platform/api/api-error.ts'
import { useUser } from '#web/platform/session/session.ts'
import { showLoadError } from '#web/platform/toasts/not-loaded.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { FormMessage } from '#web/features/accounts/auth-pages/AuthPageParts.tsx'
import { callQuery } from '#web/features/accounts/auth-pages/auth.queries.ts'
import { NotLoaded, Row } from '#web/features/accounts/settings/SettingParts.tsx'
import { formValues, useForm } from '#web/platform/forms/use-sending.ts'
import styles from '#web/features/accounts/settings/Settings.module.css'

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
        A passkey lets you sign in with your fingerprint, face, or device PIN. It can’t be guessed or stolen by a fake
        site.
      </p>
      <ul>
        {data.map((passkey) => (
          <li key={passkey.id}>
            {open === passkey.id ? (
              <Remove passkey={passkey} close={() => setOpen(undefined)} done={() => done('Passkey removed')} />
            ) : (
              <Held passkey={passkey} remove={() => setOpen(passkey.id)} />
            )}
          </li>
        ))}
      </ul>
      {open === 'add' ? (
        <Add close={() => setOpen(undefined)} done={() => done('Passkey added')} />
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
        <Button aria-label={`Remove passkey ${name}`} onClick={remove}>
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
  const { form, refuse, of, sentence } = useForm(['password', 'name'])
  const [isSending, setSending] = useState(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { password = '', name = '' } = formValues(event.currentTarget)
    setSending(true)
    const loaded = await import('#web/features/accounts/sign-in/passkey.ts').catch(showLoadError)
    const outcome = await loaded?.registerPasskey(password, name)
    setSending(false)
    if (outcome instanceof ApiError) refuse(outcome)
    else if (outcome) done()
  }
  return (
    <form ref={form} className={styles.form} method="post" onSubmit={(event) => void onSubmit(event)}>
      <FormMessage>{sentence}</FormMessage>
      <Field
        label="Name"
        name="name"
        autoComplete="off"
        autoFocus
        maxLength={PASSKEY_NAME_LENGTH}
        hint="A name to recognize it by, such as “Work laptop.” If you leave this blank, we’ll use the browser’s name."
        problem={of('name')}
      />
      <Password problem={of('password')} />
      <Acts submit="Add passkey" isSending={isSending} close={close} />
    </form>
  )
}

function Remove({ passkey, close, done }: FormProps & { passkey: Passkey }) {
  const { form, send, isSending, of, sentence } = useForm(['password'])
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (await send(`/auth/passkeys/${passkey.id}/remove`, formValues(event.currentTarget))) done()
  }
  return (
    <form ref={form} className={styles.form} method="post" onSubmit={(event) => void onSubmit(event)}>
      <FormMessage>{sentence}</FormMessage>
      <p className={styles.text}>
        “{passkey.name}” will no longer sign you in. Remember to remove it from the device, too.
      </p>
      <Password problem={of('password')} autoFocus />
      <Acts submit="Remove passkey" isSending={isSending} close={close} />
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
