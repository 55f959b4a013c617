import { useQuery } from '@tanstack/react-query'
import { EMAIL_LENGTH } from '#shared/accounts.ts'
import { ROUTES } from '#shared/routes.ts'
import { SETUP_HOURS, setupPath } from '#shared/setup.ts'
import { FailedPage, Intro, NewPassword, Waiting } from '#web/features/accounts/auth-pages/AuthPageParts.tsx'
import styles from '#web/features/accounts/auth-pages/AuthPages.module.css'
import { callQuery } from '#web/features/accounts/auth-pages/auth.queries.ts'
import { NameFields } from '#web/features/accounts/joining/NameFields.tsx'
import { finishSignIn } from '#web/features/accounts/sign-in/sign-in.ts'
import { ButtonLink } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { ApiError } from '#web/platform/api/api-error.ts'
import { post } from '#web/platform/api/post.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useParams } from '#web/platform/router/match.ts'

/** The link from the log of the server: the first owner makes an account, and the set-up begins. */
export function FirstOwnerPage() {
  const { token = '' } = useParams() as { token?: string }
  const { isPending, error, refetch } = useQuery(callQuery<object>(`/setup/${encodeURIComponent(token)}`))
  useTitle('Set up your community')
  if (isPending) return <Waiting />
  if (error instanceof ApiError && error.status === 404) return <SpentLink />
  if (error) return <FailedPage again={() => void refetch()} />
  return <OwnerForm token={token} />
}

function OwnerForm({ token }: { token: string }) {
  const form = useForm({
    initial: { first_name: '', last_name: '', email: '', password: '' },
    submit: (values) => post('/setup', { token, ...values }),
    onDone: () => void finishSignIn(setupPath('network')),
  })
  if (form.refusal?.status === 404) return <SpentLink />
  return (
    <>
      <h1 className="t-state-title">Set up your community</h1>
      <Intro>
        First, your own account. You’ll be its owner: you can do everything, and give others roles later. You’ll sign in
        with this address and password.
      </Intro>
      <FormProblem>{form.problem}</FormProblem>
      <form {...form.props} className={styles.form} method="post">
        <NameFields native={form.native} />
        <Field
          label="Email address"
          type="email"
          autoComplete="username"
          required
          maxLength={EMAIL_LENGTH}
          {...form.native('email')}
        />
        <NewPassword problem={form.problemOf('password')} />
        <SubmitButton isPending={form.isPending}>Create account and continue</SubmitButton>
      </form>
      <p className={styles.quiet}>Two-step sign-in can be turned on in your settings.</p>
    </>
  )
}

function SpentLink() {
  useTitle('This link can’t be used')
  return (
    <StatePage
      level={1}
      title="This link can’t be used"
      actions={
        <ButtonLink look="filled" href={ROUTES.login}>
          Sign in
        </ButtonLink>
      }
    >
      <p>
        It works for {SETUP_HOURS} hours and until the community has an owner, or part of the address may be missing. If
        you’ve already made your account, sign in.
      </p>
      <p>Otherwise, start the server again: as long as there’s no owner, it shows a new link.</p>
    </StatePage>
  )
}
