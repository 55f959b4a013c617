import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import { SaveOnboardingProfile } from '#api/operations.ts'
import { NAME_LENGTH, PLACE_LENGTH, TITLE_LENGTH } from '#shared/profiles.ts'
import { Field } from '#web/kit/forms/Field.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { updateInvitee } from '#web/features/onboarding/onboarding.queries.ts'
import { StepPage, type StepProps } from '#web/features/onboarding/steps/StepPage.tsx'
import styles from '#web/features/onboarding/Steps.module.css'

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

function ProfileForm({ viewer, onDone }: StepProps) {
  const client = useQueryClient()
  const form = useForm({
    initial: {
      title: viewer.title ?? '',
      company: viewer.company?.name ?? '',
      city: viewer.city ?? '',
      country: viewer.country ?? '',
    },
    submit: async (values) => {
      const saved = await execute(SaveOnboardingProfile, values)
      updateInvitee(client, saved.saveOnboardingProfile)
      await onDone()
    },
  })
  return (
    <form {...form.props} className={styles.form} method="post">
      <FormProblem>{form.problem && `${form.problem} What you filled in is still here.`}</FormProblem>
      <Field
        label="Title"
        autoComplete="organization-title"
        required
        maxLength={TITLE_LENGTH}
        {...form.native('title')}
      />
      <Field label="Company" autoComplete="organization" required maxLength={NAME_LENGTH} {...form.native('company')} />
      <div className={styles.pair}>
        <Field label="City" autoComplete="address-level2" maxLength={PLACE_LENGTH} {...form.native('city')} />
        <Field label="Country" autoComplete="country-name" maxLength={PLACE_LENGTH} {...form.native('country')} />
      </div>
      <SubmitButton isPending={form.isPending}>Save and continue</SubmitButton>
    </form>
  )
}
