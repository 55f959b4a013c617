import { useState } from 'react'
import { ProviderTest } from '#web/features/setup/ProviderTest.tsx'
import { SetupPage, StepFoot, useFinishStep } from '#web/features/setup/SetupPage.tsx'
import styles from './Setup.module.css'

/** Asks the payment provider for something harmless. */
export function PaymentStep() {
  const finish = useFinishStep('payment')
  const [works, setWorks] = useState(false)
  return (
    <SetupPage step="payment">
      <p className={styles.about}>
        Real payments go through Stripe. Its keys are settings of the server: STRIPE_SECRET_KEY and
        STRIPE_WEBHOOK_SECRET. Without them, a built-in provider lets members try everything with test cards. Begin with
        keys of Stripe’s test mode, and change to live keys before you open.
      </p>
      <ProviderTest path="/staff/test-payment" label="Test the payment provider" onResult={setWorks} />
      <StepFoot step="payment" finish={finish} skips={!works} />
    </SetupPage>
  )
}
