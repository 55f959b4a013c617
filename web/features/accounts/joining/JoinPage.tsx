import { useEffect } from 'react'
import { post } from '#web/platform/api/post.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { ROUTES } from '#shared/routes.ts'
import { ButtonLink } from '#web/kit/Button.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { identify, setInviteCode, track } from '#web/platform/analytics/analytics.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { ClosedPage, FailedPage, Intro, Support, Waiting } from '#web/features/accounts/auth-pages/AuthPageParts.tsx'
import type { Invitation } from '#web/features/accounts/auth-pages/auth.queries.ts'
import { useInvitation } from '#web/features/accounts/joining/InvitePage.tsx'
import { finishSignIn } from '#web/features/accounts/sign-in/sign-in.ts'
import { NameFields } from '#web/features/accounts/joining/NameFields.tsx'
import { useParams } from '#web/platform/router/match.ts'
import styles from '#web/features/accounts/auth-pages/AuthPages.module.css'

/** Where an invitee starts, and returns to until they have set a password. */
export function JoinPage() {
  const { token = '' } = useParams() as { token?: string }
  const { data, error, refetch } = useInvitation(token)
  useTitle('Join')
  if (error instanceof ApiError && error.status === 404) return <ClosedPage />
  if (error) return <FailedPage again={() => void refetch()} />
  if (!data) return <Waiting />
  return <Landing invitation={data} token={token} />
}

function Landing({ invitation, token }: { invitation: Invitation; token: string }) {
  const { network, email, first_name, last_name, trial_days, invite_code, inviter, begun } = invitation
  const form = useForm({
    initial: { first_name, last_name },
    submit: (names) => post('/onboarding/begin', { token, ...names }),
    onDone: () => void finishSignIn(ROUTES.onboarding),
  })
  useEffect(() => {
    identify(null, { id: invite_code, first_name, last_name, email })
    setInviteCode(invite_code)
    void track('landing-page-viewed', {})
  }, [invite_code, first_name, last_name, email])
  if (form.refusal?.status === 404) return <ClosedPage />
  return (
    <>
      <h1 className="t-state-title">Join {network.display_name}</h1>
      <Intro>
        {begun
          ? 'Welcome back. You can pick up where you left off.'
          : trial_days === null
            ? 'A few short questions and you’re in. You can stop at any time and come back with the same link.'
            : `Your ${trial_days}-day trial starts today. A few short questions and you’re in.`}
      </Intro>
      <FormProblem>{form.problem}</FormProblem>
      {form.refusal?.code === 'accounts.has_account' && (
        <div className={styles.actions}>
          <ButtonLink href={ROUTES.login}>Sign in</ButtonLink>
        </div>
      )}
      <form {...form.props} className={styles.form} method="post">
        {!begun && (
          <>
            <p>This is the name other members will see. Is it correct?</p>
            <NameFields native={form.native} />
          </>
        )}
        <SubmitButton isPending={form.isPending}>{begun ? 'Continue' : 'Get started'}</SubmitButton>
      </form>
      <p className={`t-meta ${styles.quiet}`}>
        {inviter ? `${inviter.name} invited you. ` : ''}You’ll sign in with {email}. Questions? Contact{' '}
        <Support of={network.support_email} />
      </p>
    </>
  )
}
