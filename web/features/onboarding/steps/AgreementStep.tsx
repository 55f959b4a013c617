import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AcceptMembershipAgreement } from '#api/operations.ts'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { LegalChanges } from '#web/features/onboarding/legal/LegalChanges.tsx'
import { LegalText } from '#web/features/onboarding/legal/LegalText.tsx'
import { updateInvitee, legalQuery } from '#web/features/onboarding/onboarding.queries.ts'
import { StepPage, type StepProps } from '#web/features/onboarding/steps/StepPage.tsx'
import styles from '#web/features/onboarding/Steps.module.css'

export function AgreementStepPage() {
  return (
    <StepPage
      step="agreement"
      title={(viewer) =>
        viewer?.on_boarding_complete ? 'The membership agreement has changed' : 'The membership agreement'
      }
      why="Members can speak openly because everyone has made the same promise. Please read it before you accept."
    >
      {(props) => <Agreement {...props} />}
    </StepPage>
  )
}

function Agreement({ viewer, onDone }: StepProps) {
  const client = useQueryClient()
  const text = useQuery(legalQuery('membership_agreement')).data?.legal_document
  const isAccepted = !viewer.legal_to_accept.includes('membership_agreement')
  const accept = useCommand(
    async () => {
      if (!isAccepted) {
        const { acceptMembershipAgreement } = await execute(AcceptMembershipAgreement, { version: text?.version })
        updateInvitee(client, acceptMembershipAgreement)
      }
      await onDone()
    },
    {
      onError: 'show',
      // Also after an error: there may be a new version of the text.
      invalidate: [legalQuery('membership_agreement').queryKey],
    },
  )
  return (
    <>
      {viewer.on_boarding_complete && <LegalChanges kinds={['membership_agreement']} />}
      <div className={styles.document} tabIndex={0} role="region" aria-label="Text of the membership agreement">
        <LegalText kind="membership_agreement" />
      </div>
      {accept.error && (
        <p role="alert" className={styles.alert}>
          {errorMessage(accept.error, { fact: 'The agreement wasn’t accepted' })}
        </p>
      )}
      <div className={styles.actions}>
        <Button look="filled" disabled={accept.isPending || !(text || isAccepted)} onClick={() => void accept.run()}>
          {isAccepted ? 'Accepted. Continue' : 'Accept agreement'}
        </Button>
      </div>
    </>
  )
}
