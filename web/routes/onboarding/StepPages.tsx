/** The steps as pages: components of several features in the shared `StepPage` frame. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { STEP_PATHS } from '#shared/onboarding.ts'
import { LegalChanges } from '#web/features/onboarding/legal/LegalChanges.tsx'
import { legalQuery, type Invitee } from '#web/features/onboarding/onboarding.queries.ts'
import { PasswordStep } from '#web/features/accounts/joining/PasswordStep.tsx'
import { StepPage } from '#web/features/onboarding/steps/StepPage.tsx'
import { PaymentStep } from '#web/features/membership/PaymentStep.tsx'
import { Button } from '#web/kit/Button.tsx'
import { track } from '#web/platform/analytics/analytics.ts'
import { useSearch } from '#web/platform/router/match.ts'

export { AgreementStepPage } from '#web/features/onboarding/steps/AgreementStep.tsx'
export { LegalPage } from '#web/features/onboarding/legal/LegalPage.tsx'
export { ProfileStepPage } from '#web/features/onboarding/steps/ProfileStep.tsx'
export { TopicsPage } from '#web/features/onboarding/guides/TopicsPage.tsx'
export { WelcomeStepPage } from '#web/features/onboarding/steps/WelcomeStep.tsx'

export function PaymentStepPage() {
  const { checkout } = useSearch() as { checkout?: string }
  // After the payment page, show the result even if the payment arrived before the member returned.
  const [comesBack] = useState(checkout !== undefined)
  useEffect(() => {
    void track('onboarding-payment-viewed', {})
  }, [])
  return (
    <StepPage
      step="payment"
      title={() => 'Your membership'}
      why="Members pay for this community. We never sell what you write, and no one outside the community can read it."
    >
      {({ viewer, onDone }) =>
        !comesBack && viewer.onboarding_steps.some(({ step, done }) => step === 'payment' && done) ? (
          <p>
            <Button look="filled" onClick={() => void onDone()}>
              Paid. Continue
            </Button>
          </p>
        ) : (
          <PaymentStep returnPath={STEP_PATHS.payment} placement="onboarding" onPaid={() => void onDone()} />
        )
      }
    </StepPage>
  )
}

const termsOf = ({ legal_to_accept: open }: Invitee) => open.filter((kind) => kind !== 'membership_agreement')

export function PasswordStepPage() {
  const terms = useQuery(legalQuery('terms_of_use'))
  const privacy = useQuery(legalQuery('privacy_policy'))
  useEffect(() => {
    void track('onboarding-create-password-viewed', {})
  }, [])
  return (
    <StepPage
      step="create_password"
      title={(viewer) =>
        viewer?.on_boarding_complete
          ? 'The terms have changed'
          : viewer?.has_password
            ? 'Please accept the terms'
            : 'Choose a password'
      }
      why={(viewer) =>
        viewer.has_password
          ? 'Please read what you’re accepting before you continue. It opens in a new tab.'
          : 'You’ll sign in with your email address and this password. Please read what you’re accepting. It opens in a new tab.'
      }
    >
      {({ viewer, onDone }) => (
        <>
          {viewer.on_boarding_complete && <LegalChanges kinds={termsOf(viewer)} />}
          <PasswordStep
            email={viewer.email}
            hasPassword={viewer.has_password}
            hasAccepted={termsOf(viewer).length === 0}
            shown={{
              terms_of_use: terms.data?.legal_document?.version,
              privacy_policy: privacy.data?.legal_document?.version,
            }}
            onRefused={() => Promise.all([terms.refetch(), privacy.refetch()])}
            onDone={onDone}
          />
        </>
      )}
    </StepPage>
  )
}
