import { dayOf } from '#shared/kit/dates.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { track } from '#web/platform/analytics.ts'
import { useUser } from '#web/platform/session.ts'
import { membershipQuery } from '#web/features/membership/membership.queries.ts'
import { usePortal } from '#web/features/membership/use-portal.ts'
import styles from './Membership.module.css'

/** On every page while a renewal is unpaid: whoever pays goes to the portal, others learn whom to ask. */
export default function PaymentBanner() {
  const { past_due_until: until, time_zone } = useUser()
  const { data } = useQuery(membershipQuery)
  const { open, isOpening } = usePortal()
  const team = data?.viewer.team_membership
  if (!until || !team) return null
  const cancelUrl = team.team.peer_network.url_cancel_membership
  const clicked = (target: 'portal' | 'cancel') => void track('payment-banner-clicked', { target })
  return (
    <section aria-label="Payment" className={styles.banner}>
      <p>
        The renewal of your membership was not paid. Access ends on {dayOf(until, time_zone)}.
        {!team.is_billing_admin && ' Ask the billing admin of your team.'}
      </p>
      {team.is_billing_admin ? (
        <Button
          disabled={isOpening}
          onClick={() => {
            clicked('portal')
            open()
          }}
        >
          Update payment
        </Button>
      ) : (
        cancelUrl && (
          <ButtonLink href={cancelUrl} target="_blank" rel="noopener noreferrer" onClick={() => clicked('cancel')}>
            Leave the network
          </ButtonLink>
        )
      )}
    </section>
  )
}
