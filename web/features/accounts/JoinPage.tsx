import { useParams } from '@tanstack/react-router'
import { useEffect, type FormEvent } from 'react'
import { withScheme } from '#shared/kit/links.ts'
import { ROUTES } from '#shared/routes.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { useTitle } from '#web/platform/arrival.ts'
import { identify } from '#web/platform/analytics.ts'
import { ProblemError } from '#web/platform/problems.ts'
import { ClosedPage, FailedPage, Lead, NewPassword, Sentence, Waiting } from '#web/features/accounts/DoorParts.tsx'
import type { Invitation } from '#web/features/accounts/doors.queries.ts'
import { useInvitation } from '#web/features/accounts/InvitePage.tsx'
import { arrive } from '#web/features/accounts/sign-in.ts'
import { NameFields } from '#web/features/accounts/NameFields.tsx'
import { textsOf, useSending } from '#web/features/accounts/use-sending.ts'
import styles from './Doors.module.css'

/** Where the new member goes from here. */
const NEXT = ROUTES.home

/** Of an invitee who accepts: name and password, and they are in. */
export function JoinPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const { data, error, refetch } = useInvitation(token)
  useTitle('Join')
  if (error instanceof ProblemError && error.status === 404) return <ClosedPage />
  if (error) return <FailedPage again={() => void refetch()} />
  if (!data) return <Waiting />
  return <JoinForm invitation={data} token={token} />
}

function JoinForm({ invitation, token }: { invitation: Invitation; token: string }) {
  const { network, email, first_name, last_name, trial_days, invite_code } = invitation
  const { form, send, isSending, of, sentence, problem } = useSending([
    'first_name',
    'last_name',
    'password',
    'accepted',
  ])
  useEffect(() => {
    identify(null, { id: Number(invite_code.slice(2)), first_name, last_name, email })
  }, [invite_code, first_name, last_name, email])
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { accepted, ...typed } = textsOf(event.currentTarget)
    const joined = await send('/onboarding/join', { token, ...typed, accepted: accepted === 'on' })
    if (joined) await arrive(NEXT)
  }
  if (problem?.status === 404) return <ClosedPage />
  return (
    <>
      <h1 className="t-state-title">Join {network.display_name}</h1>
      <Lead>
        {trial_days === null
          ? 'Your name is what other members see. With your password you sign in.'
          : `Your trial lasts ${trial_days} days from today. Your name is what members see.`}
      </Lead>
      <Sentence>{sentence}</Sentence>
      {problem?.code === 'accounts.has_account' && (
        <div className={styles.actions}>
          <ButtonLink href={ROUTES.login}>Sign in</ButtonLink>
        </div>
      )}
      <form ref={form} className={styles.form} method="post" onSubmit={(event) => void onSubmit(event)}>
        <NameFields firstName={first_name} lastName={last_name} of={of} />
        <Field
          label="Email address"
          type="email"
          autoComplete="username"
          readOnly
          value={email}
          hint="Your invitation was sent here, so this is the address with which you sign in."
        />
        <NewPassword problem={of('password')} />
        <label className={styles.tick}>
          <input type="checkbox" name="accepted" required aria-invalid={of('accepted') ? true : undefined} />
          <span>
            I accept the <Document url={network.url_terms} name="terms of use" /> and the{' '}
            <Document url={network.url_privacy_policy} name="privacy policy" />
          </span>
        </label>
        <Button look="filled" type="submit" disabled={isSending}>
          Join {network.display_name}
        </Button>
      </form>
    </>
  )
}

function Document({ url, name }: { url: string | null; name: string }) {
  if (!url) return name
  return (
    <a className={styles.link} href={withScheme(url)} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}
