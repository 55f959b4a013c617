import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { EMAIL_LENGTH, INVITATION_DAYS } from '#shared/accounts.ts'
import { isTheme } from '#shared/networks.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useTitle } from '#web/platform/arrival.ts'
import { ProblemError } from '#web/platform/problems.ts'
import { applyTheme } from '#web/platform/theme.ts'
import {
  ClosedPage,
  FailedPage,
  Lead,
  NewPassword,
  Sentence,
  Support,
  Waiting,
} from '#web/features/accounts/DoorParts.tsx'
import { trialQuery } from '#web/features/accounts/doors.queries.ts'
import { NameFields } from '#web/features/accounts/NameFields.tsx'
import { textsOf, useSending } from '#web/platform/use-sending.ts'
import styles from './Doors.module.css'

/** A code says nothing about who holds it: the way in goes through the mail of whoever asks. */
export function TrialPage() {
  const { code = '' } = useParams({ strict: false }) as { code?: string }
  const { data, error, refetch } = useQuery(trialQuery(code))
  useTitle('Trial')
  useEffect(() => {
    if (isTheme(data?.theme)) applyTheme(data.theme)
  }, [data])
  if (error instanceof ProblemError && error.status === 404) return <ClosedPage title="This trial is not open" />
  if (error) return <FailedPage again={() => void refetch()} />
  if (!data) return <Waiting />
  return <TrialForm code={code} {...data} />
}

function TrialForm({
  code,
  days,
  network,
  discipline,
}: {
  code: string
  days: number
  network: string
  discipline: string
}) {
  const [sentTo, setSentTo] = useState<string>()
  const { form, send, isSending, of, sentence, problem } = useSending(['first_name', 'last_name', 'email', 'password'])
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = textsOf(event.currentTarget)
    if (await send('/onboarding/trials', { code, ...typed })) setSentTo(typed['email'])
  }
  if (problem?.status === 404) return <ClosedPage title="This trial is not open" />
  if (sentTo)
    return (
      <div role="status">
        <StatePage level={1} title="Look into your mail">
          <p>
            The way into your trial is on its way to {sentTo}. It holds for {INVITATION_DAYS} days. Open it in this
            browser and your password is set; in another one you choose it there.
          </p>
          <p>
            Nothing arrives? Look among unwanted mail, or write to <Support />.
          </p>
        </StatePage>
      </div>
    )
  return (
    <>
      <h1 className="t-state-title">
        Try {network} for {days} days
      </h1>
      <Lead>
        A members-only network for the {discipline.toLowerCase()} profession. We send the way in to your business
        address; the days count from when you join.
      </Lead>
      <Sentence>{sentence}</Sentence>
      <form ref={form} className={styles.form} method="post" onSubmit={(event) => void onSubmit(event)}>
        <NameFields of={of} />
        <Field
          label="Email address"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={EMAIL_LENGTH}
          problem={of('email')}
        />
        <NewPassword problem={of('password')} />
        <Button look="filled" type="submit" disabled={isSending}>
          Send me the way in
        </Button>
      </form>
    </>
  )
}
