import { dayOf } from '#shared/kit/dates.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { track } from '#web/platform/analytics/analytics.ts'
import { useUser } from '#web/platform/session/session.ts'
import { membershipQuery } from '#web/features/membership/membership.queries.ts'
import { usePortal } from '#web/features/membership/use-portal.ts'
import styles from './Membership.module.css'

/**
 * Shown on every page while a renewal is unpaid: the billing admin gets a link to the portal, other members learn whom
 * to contact.
 */
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
        Your membership renewal hasn’t been paid. Your access ends on {dayOf(until, time_zone)}.
        {!team.is_billing_admin && ' Contact your team’s billing admin.'}
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
            Cancel membership
          </ButtonLink>
        )
      )}
    </section>
  )
}
