import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '#web/platform/api/post.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { EMAIL_LENGTH, RESET_HOURS } from '#shared/accounts.ts'
import { ROUTES, loginPath, safeNext, withNext } from '#shared/routes.ts'
import { ButtonLink } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { FailedPage, Intro, NewPassword, Support, Waiting } from '#web/features/accounts/auth-pages/AuthPageParts.tsx'
import { resetQuery } from '#web/features/accounts/auth-pages/auth.queries.ts'
import { finishSignIn } from '#web/features/accounts/sign-in/sign-in.ts'
import { useParams, useSearch } from '#web/platform/router/match.ts'
import styles from '#web/features/accounts/auth-pages/AuthPages.module.css'

export function ForgotPasswordPage() {
  useTitle('Forgot your password?')
  const next = useNext()
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    initial: { email: '' },
    submit: ({ email }) => post('/auth/forgot-password', { email, next }),
    onDone: (_, { email }) => setSentTo(email.trim()),
  })
  if (sentTo) return <Sent email={sentTo} next={next} />
  return (
    <>
      <h1 className="t-state-title">Forgot your password?</h1>
      <Intro>Enter the email address you sign in with, and we’ll send you a link to choose a new password.</Intro>
      <FormProblem>{form.problem}</FormProblem>
      <form {...form.props} className={styles.form} method="post">
        <Field
          label="Email address"
          type="email"
          autoComplete="username"
          required
          maxLength={EMAIL_LENGTH}
          {...form.native('email')}
        />
        <SubmitButton isPending={form.isPending}>Send link</SubmitButton>
      </form>
      <p className={styles.quiet}>
        <a className={styles.link} href={loginPath(next)}>
          Back to sign in
        </a>
      </p>
    </>
  )
}

function Sent({ email, next }: { email: string; next: string }) {
  return (
    <div role="status">
      <StatePage
        level={1}
        title="Check your email"
        actions={<ButtonLink href={loginPath(next)}>Back to sign in</ButtonLink>}
      >
        <p>
          If there’s an account for {email}, we’ve sent a link to it. The link works once and expires in{' '}
          {RESET_HOURS === 1 ? 'one hour' : `${RESET_HOURS} hours`}.
        </p>
        <p>
          Didn’t get it? Check your spam folder, or contact <Support />.
        </p>
      </StatePage>
    </div>
  )
}

/** The page that the member wanted to open before resetting the password. */
const useNext = (): string => safeNext((useSearch() as { next?: string }).next)

export function ResetPasswordPage() {
  const { token = '' } = useParams() as { token?: string }
  const { isPending, error, refetch } = useQuery(resetQuery(token))
  useTitle('New password')
  if (isPending) return <Waiting />
  if (error instanceof ApiError && error.status === 404) return <SpentLink />
  if (error) return <FailedPage again={() => void refetch()} />
  return <ResetForm token={token} />
}

const CHANGED = 'Your password has been changed. Sign in with your new password.'

function ResetForm({ token }: { token: string }) {
  const next = useNext()
  const form = useForm({
    initial: { password: '' },
    submit: ({ password }) => post<{ signed_in: boolean }>('/auth/reset-password', { token, password }),
    onDone: ({ signed_in }) => {
      if (signed_in) void finishSignIn(next)
      else location.assign(`${ROUTES.login}?${new URLSearchParams({ message: CHANGED, next })}`)
    },
  })
  if (form.refusal?.status === 404) return <SpentLink />
  return (
    <>
      <h1 className="t-state-title">Choose a new password</h1>
      <Intro>You’ll stay signed in here and be signed out on all other devices.</Intro>
      <FormProblem>{form.problem}</FormProblem>
      <form {...form.props} className={styles.form} method="post">
        <NewPassword problem={form.problemOf('password')} />
        <SubmitButton isPending={form.isPending}>Change password</SubmitButton>
      </form>
    </>
  )
}

/** The reset URL without its token, for example if a mail program broke the link. */
export function IncompleteResetPage() {
  useTitle('This link is incomplete')
  const next = useNext()
  return (
    <StatePage
      level={1}
      title="This link is incomplete"
      actions={
        <>
          <ButtonLink look="filled" href={withNext(ROUTES.forgotPassword, next)}>
            Request a new link
          </ButtonLink>
          <ButtonLink href={loginPath(next)}>Sign in</ButtonLink>
        </>
      }
    >
      <p>Part of the address is missing. Open the link in the email again, or copy all of it into your browser.</p>
      <p>Your password hasn’t changed.</p>
    </StatePage>
  )
}

function SpentLink() {
  useTitle('This link can’t be used')
  const next = useNext()
  return (
    <StatePage
      level={1}
      title="This link can’t be used"
      actions={
        <ButtonLink look="filled" href={withNext(ROUTES.forgotPassword, next)}>
          Request a new link
        </ButtonLink>
      }
    >
      <p>It may have been used or expired, or part of the address may be missing. Your password hasn’t changed.</p>
      <p>
        If this returns, write to <Support />.
      </p>
    </StatePage>
  )
}
