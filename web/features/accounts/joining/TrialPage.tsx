import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { post } from '#web/platform/api/post.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { EMAIL_LENGTH, INVITATION_DAYS } from '#shared/accounts.ts'
import { isTheme } from '#shared/networks.ts'
import { Field } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { useParams } from '#web/platform/router/match.ts'
import { applyTheme } from '#web/platform/session/theme.ts'
import {
  ClosedPage,
  FailedPage,
  Intro,
  NewPassword,
  Support,
  Waiting,
} from '#web/features/accounts/auth-pages/AuthPageParts.tsx'
import { trialQuery } from '#web/features/accounts/auth-pages/auth.queries.ts'
import { NameFields } from '#web/features/accounts/joining/NameFields.tsx'
import styles from '#web/features/accounts/auth-pages/AuthPages.module.css'

/** A trial code does not identify its holder, so sign-up requires access to the person's mailbox. */
export function TrialPage() {
  const { code = '' } = useParams() as { code?: string }
  const { data, error, refetch } = useQuery(trialQuery(code))
  useTitle('Trial')
  useEffect(() => {
    if (isTheme(data?.theme)) applyTheme(data.theme)
  }, [data])
  if (error instanceof ApiError && error.status === 404) return <ClosedPage title="This trial isn’t available" />
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
  const form = useForm({
    initial: { first_name: '', last_name: '', email: '', password: '' },
    submit: (values) => post('/onboarding/trials', { code, ...values }),
    onDone: (_, { email }) => setSentTo(email),
  })
  if (form.refusal?.status === 404) return <ClosedPage title="This trial isn’t available" />
  if (sentTo)
    return (
      <div role="status">
        <StatePage level={1} title="Check your email">
          <p>
            We sent a link to start your trial to {sentTo}. It’s valid for {INVITATION_DAYS} days. If you open it in
            this browser, your password is already set; in another browser, you’ll choose one there.
          </p>
          <p>
            Didn’t get it? Check your spam folder, or contact <Support />.
          </p>
        </StatePage>
      </div>
    )
  return (
    <>
      <h1 className="t-state-title">
        Try {network} free for {days} days
      </h1>
      <Intro>
        A members-only {discipline.toLowerCase()} network. We’ll email a link to your business address. Your trial
        starts when you join.
      </Intro>
      <FormProblem>{form.problem}</FormProblem>
      <form {...form.props} className={styles.form} method="post">
        <NameFields native={form.native} />
        <Field
          label="Email address"
          type="email"
          autoComplete="email"
          required
          maxLength={EMAIL_LENGTH}
          {...form.native('email')}
        />
        <NewPassword problem={form.problemOf('password')} />
        <SubmitButton isPending={form.isPending}>Email me a link</SubmitButton>
      </form>
    </>
  )
}
