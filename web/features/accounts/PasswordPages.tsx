import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { EMAIL_LENGTH, RESET_HOURS } from '#shared/accounts.ts'
import { ROUTES } from '#shared/routes.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useTitle } from '#web/platform/arrival.ts'
import { ProblemError } from '#web/platform/problems.ts'
import { FailedPage, Lead, NewPassword, Sentence, Support, Waiting } from '#web/features/accounts/DoorParts.tsx'
import { resetQuery } from '#web/features/accounts/doors.queries.ts'
import { arrive } from '#web/features/accounts/sign-in.ts'
import { textsOf, useSending } from '#web/platform/use-sending.ts'
import styles from './Doors.module.css'

export function ForgotPasswordPage() {
  useTitle('Forgotten password')
  const [sentTo, setSentTo] = useState<string>()
  const { form, send, isSending, of, sentence } = useSending(['email'])
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { email = '' } = textsOf(event.currentTarget)
    if (await send('/auth/forgot-password', { email })) setSentTo(email.trim())
  }
  if (sentTo) return <Sent email={sentTo} />
  return (
    <>
      <h1 className="t-state-title">Forgot your password?</h1>
      <Lead>Enter the address with which you sign in. We send you a link to choose a new password.</Lead>
      <Sentence>{sentence}</Sentence>
      <form ref={form} className={styles.form} method="post" onSubmit={(event) => void onSubmit(event)}>
        <Field
          label="Email address"
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={EMAIL_LENGTH}
          problem={of('email')}
        />
        <Button look="filled" type="submit" disabled={isSending}>
          Send the link
        </Button>
      </form>
      <p className={styles.quiet}>
        <a className={styles.link} href={ROUTES.login}>
          Back to signing in
        </a>
      </p>
    </>
  )
}

function Sent({ email }: { email: string }) {
  return (
    <div role="status">
      <StatePage
        level={1}
        title="Look into your mail"
        actions={<ButtonLink href={ROUTES.login}>Back to signing in</ButtonLink>}
      >
        <p>
          If {email} has an account, a link is on its way. It holds for{' '}
          {RESET_HOURS === 1 ? 'one hour' : `${RESET_HOURS} hours`} and once.
        </p>
        <p>
          Nothing arrives? Look among unwanted mail, or write to <Support />.
        </p>
      </StatePage>
    </div>
  )
}

export function ResetPasswordPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const { isPending, error, refetch } = useQuery(resetQuery(token))
  useTitle('New password')
  if (isPending) return <Waiting />
  if (error instanceof ProblemError && error.status === 404) return <SpentLink />
  if (error) return <FailedPage again={() => void refetch()} />
  return <ResetForm token={token} />
}

function ResetForm({ token }: { token: string }) {
  const { form, send, isSending, of, sentence, problem } = useSending(['password'])
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { password } = textsOf(event.currentTarget)
    const done = await send<{ signed_in: boolean }>('/auth/reset-password', { token, password })
    if (done?.signed_in) await arrive(ROUTES.home)
    else if (done)
      location.assign(`${ROUTES.login}?message=${encodeURIComponent('Your password is changed. Sign in with it.')}`)
  }
  if (problem?.status === 404) return <SpentLink />
  return (
    <>
      <h1 className="t-state-title">Choose a new password</h1>
      <Lead>With it you are signed in here and signed out on every other device.</Lead>
      <Sentence>{sentence}</Sentence>
      <form ref={form} className={styles.form} method="post" onSubmit={(event) => void onSubmit(event)}>
        <NewPassword problem={of('password')} />
        <Button look="filled" type="submit" disabled={isSending}>
          Change the password
        </Button>
      </form>
    </>
  )
}

function SpentLink() {
  useTitle('This link cannot be used')
  return (
    <StatePage
      level={1}
      title="This link cannot be used"
      actions={
        <ButtonLink look="filled" href={ROUTES.forgotPassword}>
          Ask for a new link
        </ButtonLink>
      }
    >
      <p>It was used already, is too old, or its address is not complete. Your password is as it was.</p>
      <p>
        If this returns, write to <Support />.
      </p>
    </StatePage>
  )
}
