import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { SaveOnboardingProfile } from '#api/operations.ts'
import { NAME_LENGTH, PLACE_LENGTH, TITLE_LENGTH } from '#shared/profiles.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { updateInvitee } from '#web/features/onboarding/onboarding.queries.ts'
import { StepPage, type StepProps } from '#web/features/onboarding/StepPage.tsx'
import styles from './Steps.module.css'

export function ProfileStepPage() {
  return (
    <StepPage
      step="profile"
      title={() => 'What do you do, and where?'}
      why="This appears next to everything you write. Peers answer more openly when they know who’s asking. You can change it anytime."
      skip="Skip for now"
    >
      {(props) => <ProfileForm {...props} />}
    </StepPage>
  )
}

const FIELDS = ['title', 'company', 'city', 'country']

function ProfileForm({ viewer, onDone }: StepProps) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<ApiError>()
  const [isSending, setSending] = useState(false)
  const of = (field: string) => (problem?.field === field ? problem.message : undefined)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '')
    setSending(true)
    try {
      const saved = await execute(SaveOnboardingProfile, {
        title: text('title'),
        company: text('company'),
        city: text('city'),
        country: text('country'),
      })
      updateInvitee(client, saved.saveOnboardingProfile)
      setProblem(undefined)
      await onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error)
      form.current?.querySelector<HTMLElement>(`[name="${error.field}"]`)?.focus()
    } finally {
      setSending(false)
    }
  }
  return (
    <form ref={form} className={styles.form} method="post" onSubmit={(event) => void onSubmit(event)}>
      {problem && !FIELDS.includes(problem.field ?? '') && (
        <p role="alert" className={styles.alert}>
          {problem.message} What you filled in is still here.
        </p>
      )}
      <Field
        label="Title"
        name="title"
        autoComplete="organization-title"
        required
        maxLength={TITLE_LENGTH}
        defaultValue={viewer.title ?? ''}
        problem={of('title')}
      />
      <Field
        label="Company"
        name="company"
        autoComplete="organization"
        required
        maxLength={NAME_LENGTH}
        defaultValue={viewer.company?.name ?? ''}
        problem={of('company')}
      />
      <div className={styles.pair}>
        <Field
          label="City"
          name="city"
          autoComplete="address-level2"
          maxLength={PLACE_LENGTH}
          defaultValue={viewer.city ?? ''}
          problem={of('city')}
        />
        <Field
          label="Country"
          name="country"
          autoComplete="country-name"
          maxLength={PLACE_LENGTH}
          defaultValue={viewer.country ?? ''}
          problem={of('country')}
        />
      </div>
      <Button look="filled" type="submit" disabled={isSending}>
        Save and continue
      </Button>
    </form>
  )
}
