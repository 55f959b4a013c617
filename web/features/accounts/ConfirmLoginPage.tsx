import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { CODE_DIGITS, CODE_MINUTES, RESEND_SECONDS } from '#shared/accounts.ts'
import { ROUTES, safeNext } from '#shared/routes.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useTitle } from '#web/platform/arrival.ts'
import { ProblemError } from '#web/platform/problems.ts'
import { toast } from '#web/platform/toasts.ts'
import { FailedPage, Lead, Sentence, Waiting } from '#web/features/accounts/DoorParts.tsx'
import { confirmationQuery } from '#web/features/accounts/doors.queries.ts'
import { arrive } from '#web/features/accounts/sign-in.ts'
import { textsOf, useSending } from '#web/platform/use-sending.ts'
import styles from './Doors.module.css'

interface Search {
  token?: string
  next?: string
}

export function ConfirmLoginPage() {
  const { token, next }: Search = useSearch({ strict: false })
  useTitle('Confirm that it is you')
  if (token) return <ByLink token={String(token)} />
  return <ByCode next={safeNext(next)} />
}

/** By a click and not by opening the page: what looks through mail for dangers opens every link. */
function ByLink({ token }: { token: string }) {
  const { send, isSending, sentence, problem } = useSending()
  if (problem?.status === 404) return <Over />
  const confirm = async () => {
    if (await send('/auth/confirm-login', { token })) await arrive(ROUTES.home)
  }
  return (
    <>
      <h1 className="t-state-title">Sign in on this device?</h1>
      <Lead>From now on this device is known, and needs your password only.</Lead>
      <Sentence>{sentence}</Sentence>
      <div className={styles.actions}>
        <Button look="filled" disabled={isSending} onClick={() => void confirm()}>
          Sign in on this device
        </Button>
      </div>
    </>
  )
}

function ByCode({ next }: { next: string }) {
  const { data, error, refetch } = useQuery(confirmationQuery)
  const { form, send, isSending, of, sentence, problem, refuse } = useSending(['code'])
  if (problem?.status === 404 || (error instanceof ProblemError && error.status === 404)) return <Over />
  if (error) return <FailedPage again={() => void refetch()} />
  if (!data) return <Waiting />
  const isMail = data.kind === 'mail'
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    if (await send('/auth/confirm-login', textsOf(event.currentTarget))) await arrive(next)
  }
  return (
    <>
      <h1 className="t-state-title">Confirm that it is you</h1>
      <Lead>
        {isMail
          ? `This device is new to us. We sent a code of ${CODE_DIGITS} digits to ${data.email}. It holds for ${CODE_MINUTES} minutes.`
          : 'Enter the code that your authenticator shows, or one of your backup codes.'}
      </Lead>
      <Sentence>{sentence}</Sentence>
      <form ref={form} className={styles.form} method="post" onSubmit={(event) => void onSubmit(event)}>
        <div className={styles.code}>
          <Field
            label="Code"
            name="code"
            autoComplete="one-time-code"
            inputMode={isMail ? 'numeric' : 'text'}
            autoCapitalize="characters"
            spellCheck={false}
            required
            maxLength={40}
            problem={of('code')}
            onPaste={(event) => pasteWhole(event.currentTarget, event.clipboardData.getData('text'))}
          />
        </div>
        <Button look="filled" type="submit" disabled={isSending}>
          Sign in
        </Button>
      </form>
      <p className={`${styles.quiet} ${styles.row}`}>
        {isMail && <Resend waits={data.resend_in} />}
        {data.has_passkeys && <ByPasskey next={next} refuse={refuse} />}
        <a className={styles.link} href={ROUTES.login}>
          Begin again
        </a>
      </p>
    </>
  )
}

/** In the place of the code. */
function ByPasskey({ next, refuse }: { next: string; refuse: (problem: ProblemError) => void }) {
  const confirm = async () => {
    const { confirmByPasskey } = await import('#web/features/accounts/passkey.ts')
    const outcome = await confirmByPasskey()
    if (outcome instanceof ProblemError) refuse(outcome)
    else if (outcome) await arrive(next)
  }
  return <Button onClick={() => void confirm()}>Use a passkey</Button>
}

/** A pasted code of full length is sent at once, after it has arrived in the field. */
function pasteWhole(field: HTMLInputElement, text: string) {
  if (text.replaceAll(/\D/g, '').length === CODE_DIGITS && text.trim().length <= CODE_DIGITS + 1)
    setTimeout(() => field.form?.requestSubmit())
}

function Resend({ waits }: { waits: number }) {
  const [left, setLeft] = useState(waits)
  const { send, isSending } = useSending()
  const isWaiting = left > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])
  const resend = async () => {
    if (await send('/auth/confirm-login/resend', {})) {
      setLeft(RESEND_SECONDS)
      toast.success('A new code is on its way', 'The earlier one holds no longer.')
    } else toast.error('No new code was sent', 'Wait a moment, or begin again.')
  }
  return (
    <Button disabled={isWaiting || isSending} onClick={() => void resend()}>
      {isWaiting ? `Send a new code in ${left} s` : 'Send a new code'}
    </Button>
  )
}

function Over() {
  return (
    <StatePage
      level={1}
      title="This sign-in is over"
      actions={
        <ButtonLink look="filled" href={ROUTES.login}>
          Sign in again
        </ButtonLink>
      }
    >
      It was confirmed already, took too long, or had too many tries. Enter your address and password again.
    </StatePage>
  )
}
