import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { post } from '#web/platform/api/post.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { CODE_DIGITS, CODE_MINUTES, RESEND_SECONDS } from '#shared/accounts.ts'
import { loginPath, safeNext } from '#shared/routes.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { useSearch } from '#web/platform/router/match.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { FailedPage, Intro, Waiting } from '#web/features/accounts/auth-pages/AuthPageParts.tsx'
import { confirmationQuery } from '#web/features/accounts/auth-pages/auth.queries.ts'
import { finishSignIn } from '#web/features/accounts/sign-in/sign-in.ts'
import styles from '#web/features/accounts/auth-pages/AuthPages.module.css'

interface Search {
  token?: string
  next?: string
}

export function ConfirmLoginPage() {
  const { token, next }: Search = useSearch()
  useTitle('Confirm it’s you')
  if (token) return <ByLink token={String(token)} next={safeNext(next)} />
  return <ByCode next={safeNext(next)} />
}

/** Requires a click, because mail scanners open every link. */
function ByLink({ token, next }: { token: string; next: string }) {
  const confirm = useCommand(() => post('/auth/confirm-login', { token }), {
    onError: 'show',
    onSuccess: () => void finishSignIn(next),
  })
  if (confirm.error?.status === 404) return <Over next={next} />
  return (
    <>
      <h1 className="t-state-title">Sign in on this device?</h1>
      <Intro>We’ll remember this device, so you won’t need a code here next time.</Intro>
      <FormProblem>{confirm.error && errorMessage(confirm.error)}</FormProblem>
      <div className={styles.actions}>
        <Button look="filled" disabled={confirm.isPending} onClick={() => void confirm.run()}>
          Sign in on this device
        </Button>
      </div>
    </>
  )
}

function ByCode({ next }: { next: string }) {
  const { data, error, refetch } = useQuery(confirmationQuery)
  const form = useForm({
    initial: { code: '' },
    submit: ({ code }) => post('/auth/confirm-login', { code }),
    onDone: () => void finishSignIn(next),
  })
  if (form.refusal?.status === 404 || (error instanceof ApiError && error.status === 404)) return <Over next={next} />
  if (error) return <FailedPage again={() => void refetch()} />
  if (!data) return <Waiting />
  const isMail = data.kind === 'mail'
  return (
    <>
      <h1 className="t-state-title">Confirm it’s you</h1>
      <Intro>
        {data.connecting_to
          ? `This is the first time ${data.connecting_to} signs you in. From now on, it can.`
          : isMail && 'We don’t recognize this device.'}{' '}
        {isMail
          ? `We sent a ${CODE_DIGITS}-digit code to ${data.email}. It expires in ${CODE_MINUTES} minutes.`
          : 'Enter the code from your authenticator app, or one of your backup codes.'}
      </Intro>
      <FormProblem>{form.problem}</FormProblem>
      <form {...form.props} className={styles.form} method="post">
        <div className={styles.code}>
          <Field
            label="Code"
            autoComplete="one-time-code"
            inputMode={isMail ? 'numeric' : 'text'}
            autoCapitalize="characters"
            spellCheck={false}
            required
            maxLength={40}
            {...form.native('code')}
            onPaste={(event) => pasteWhole(event.currentTarget, event.clipboardData.getData('text'))}
          />
        </div>
        <SubmitButton isPending={form.isPending}>Sign in</SubmitButton>
      </form>
      <p className={`${styles.quiet} ${styles.row}`}>
        {isMail && <Resend waits={data.resend_in} next={next} />}
        {data.has_passkeys && <ByPasskey next={next} refuse={form.refuse} />}
        <a className={styles.link} href={loginPath(next)}>
          Start over
        </a>
      </p>
    </>
  )
}

/** Alternative to the code. */
function ByPasskey({ next, refuse }: { next: string; refuse: (problem: ApiError) => void }) {
  const confirm = async () => {
    const { confirmWithPasskey } = await import('#web/features/accounts/sign-in/passkey.ts')
    const outcome = await confirmWithPasskey()
    if (outcome instanceof ApiError) refuse(outcome)
    else if (outcome) await finishSignIn(next)
  }
  return <Button onClick={() => void confirm()}>Use a passkey</Button>
}

/** Submits a pasted complete code at once, after the field has received it. */
function pasteWhole(field: HTMLInputElement, text: string) {
  if (text.replaceAll(/\D/g, '').length === CODE_DIGITS && text.trim().length <= CODE_DIGITS + 1)
    setTimeout(() => field.form?.requestSubmit())
}

function Resend({ waits, next }: { waits: number; next: string }) {
  const [left, setLeft] = useState(waits)
  const resend = useCommand(() => post('/auth/confirm-login/resend', { next }), {
    onSuccess: () => {
      setLeft(RESEND_SECONDS)
      toast.success('We sent you a new code', 'The earlier code no longer works.')
    },
    onError: () => toast.error('We couldn’t send a new code', 'Wait a moment, or start over.'),
  })
  const isWaiting = left > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])
  return (
    <Button disabled={isWaiting || resend.isPending} onClick={() => void resend.run()}>
      {isWaiting ? `Send a new code (${left} s)` : 'Send a new code'}
    </Button>
  )
}

function Over({ next }: { next: string }) {
  return (
    <StatePage
      level={1}
      title="This sign-in has expired"
      actions={
        <ButtonLink look="filled" href={loginPath(next)}>
          Sign in again
        </ButtonLink>
      }
    >
      It was already confirmed, it timed out, or there were too many attempts. Enter your email address and password
      again.
    </StatePage>
  )
}
