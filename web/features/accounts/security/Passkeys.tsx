import { errorMessage } from '#web/platform/api/error-message.ts'
import { post } from '#web/platform/api/post.ts'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { longDate } from '#shared/kit/dates.ts'
import { PASSKEY_NAME_LENGTH } from '#shared/settings.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { ApiError } from '#web/platform/api/api-error.ts'
import { useUser } from '#web/platform/session/session.ts'
import { showLoadError } from '#web/platform/toasts/not-loaded.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { callQuery } from '#web/features/accounts/auth-pages/auth.queries.ts'
import { NotLoaded, Row } from '#web/features/accounts/settings/SettingParts.tsx'
import styles from '#web/features/accounts/settings/Settings.module.css'

interface Passkey {
  id: string
  name: string
  created_at: string
  last_used_at: string | null
}
const passkeysQuery = callQuery<Passkey[]>('/auth/passkeys')

/** The member's passkeys, each with a name; adding or removing one requires the password. */
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
  const form = useForm({
    initial: { password: '', name: '' },
    submit: async ({ password, name }) => {
      const loaded = await import('#web/features/accounts/sign-in/passkey.ts').catch(showLoadError)
      const outcome = await loaded?.registerPasskey(password, name)
      if (outcome instanceof ApiError) throw outcome
      // Undefined if the member closed the browser's dialog.
      return outcome !== undefined
    },
    onDone: (isAdded) => isAdded && done(),
  })
  return (
    <form {...form.props} className={styles.form} method="post">
      <FormProblem>{form.problem}</FormProblem>
      <Field
        label="Name"
        autoComplete="off"
        autoFocus
        maxLength={PASSKEY_NAME_LENGTH}
        hint="A name to recognize it by, such as “Work laptop.” If you leave this blank, we’ll use the browser’s name."
        {...form.native('name')}
      />
      <Password problem={form.problemOf('password')} />
      <Acts submit="Add passkey" isPending={form.isPending} close={close} />
    </form>
  )
}

function Remove({ passkey, close, done }: FormProps & { passkey: Passkey }) {
  return (
    <PasswordQuestion
      path={`/auth/passkeys/${passkey.id}/remove`}
      question={`“${passkey.name}” will no longer sign you in. Remember to remove it from the device, too.`}
      confirm="Remove passkey"
      close={close}
      done={done}
    />
  )
}

interface PasswordQuestionProps extends FormProps {
  path: string
  question: string
  confirm: string
}

/** Asks for confirmation and the password, because a screen may have been left unlocked. */
export function PasswordQuestion({ path, question, confirm, close, done }: PasswordQuestionProps) {
  const { run, isPending, error } = useCommand((password: string) => post(path, { password }), {
    onError: 'show',
    onSuccess: done,
  })
  const isOfPassword = error?.field === 'password'
  return (
    <ConfirmForm
      question={question}
      confirm={confirm}
      isPending={isPending}
      problem={error && !isOfPassword ? errorMessage(error) : undefined}
      onConfirm={(_, { password = '' }) => void run(password)}
      onCancel={close}
    >
      <Password problem={isOfPassword ? error.message : undefined} autoFocus />
    </ConfirmForm>
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

export const Acts = ({ submit, isPending, close }: { submit: string; isPending: boolean; close: () => void }) => (
  <div className={styles.acts}>
    <SubmitButton isPending={isPending}>{submit}</SubmitButton>
    <Button onClick={close}>Cancel</Button>
  </div>
)
