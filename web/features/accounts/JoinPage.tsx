import { useParams } from '@tanstack/react-router'
import { useEffect, type FormEvent } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { useTitle } from '#web/platform/arrival.ts'
import { identify, setInviteCode, track } from '#web/platform/analytics.ts'
import { ProblemError } from '#web/platform/problems.ts'
import { ClosedPage, FailedPage, Lead, Sentence, Support, Waiting } from '#web/features/accounts/DoorParts.tsx'
import type { Invitation } from '#web/features/accounts/doors.queries.ts'
import { useInvitation } from '#web/features/accounts/InvitePage.tsx'
import { arrive } from '#web/features/accounts/sign-in.ts'
import { NameFields } from '#web/features/accounts/NameFields.tsx'
import { textsOf, useSending } from '#web/platform/use-sending.ts'
import styles from './Doors.module.css'

/** Where an invitee begins, and comes back to until there is a password to sign in with. */
export function JoinPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const { data, error, refetch } = useInvitation(token)
  useTitle('Join')
  if (error instanceof ProblemError && error.status === 404) return <ClosedPage />
  if (error) return <FailedPage again={() => void refetch()} />
  if (!data) return <Waiting />
  return <Landing invitation={data} token={token} />
}

function Landing({ invitation, token }: { invitation: Invitation; token: string }) {
  const { network, email, first_name, last_name, trial_days, invite_code, inviter, begun } = invitation
  const { form, send, isSending, of, sentence, problem } = useSending(['first_name', 'last_name'])
  useEffect(() => {
    identify(null, { id: Number(invite_code.slice(2)), first_name, last_name, email })
    setInviteCode(invite_code)
    void track('landing-page-viewed', {})
  }, [invite_code, first_name, last_name, email])
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const names = begun ? { first_name, last_name } : textsOf(event.currentTarget)
    if (await send('/onboarding/begin', { token, ...names })) await arrive(ROUTES.onboarding)
  }
  if (problem?.status === 404) return <ClosedPage />
  return (
    <>
      <h1 className="t-state-title">Join {network.display_name}</h1>
      <Lead>
        {begun
          ? 'You have begun already. You go on where you stopped.'
          : trial_days === null
            ? 'A few short questions, then you are in. You may stop at any time and go on later with the same link.'
            : `Your trial lasts ${trial_days} days from today. A few short questions, then you are in.`}
      </Lead>
      <Sentence>{sentence}</Sentence>
      {problem?.code === 'accounts.has_account' && (
        <div className={styles.actions}>
          <ButtonLink href={ROUTES.login}>Sign in</ButtonLink>
        </div>
      )}
      <form ref={form} className={styles.form} method="post" onSubmit={(event) => void onSubmit(event)}>
        {!begun && (
          <>
            <p>Your name is what other members see. Is it right?</p>
            <NameFields firstName={first_name} lastName={last_name} of={of} />
          </>
        )}
        <Button look="filled" type="submit" disabled={isSending}>
          {begun ? 'Go on' : 'Begin'}
        </Button>
      </form>
      <p className={`t-meta ${styles.quiet}`}>
        {inviter ? `${inviter.name} invited you. ` : ''}You will sign in with {email}. Questions: <Support />
      </p>
    </>
  )
}
