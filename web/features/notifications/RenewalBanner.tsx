import { useQuery } from '@tanstack/react-query'
import { dayOf } from '#shared/kit/dates.ts'
import type { NotificationPayload } from '#shared/notifications.ts'
import { ROUTES } from '#shared/routes.ts'
import { Button, buttonClass } from '#web/kit/Button.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { renewalQuery, useToggleRead } from './notifications.queries.ts'
import styles from './NotificationsPage.module.css'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Shows the membership renewal above the list until it is dismissed. */
export function RenewalBanner() {
  const { time_zone } = useUser()
  const { data } = useQuery(renewalQuery)
  const { run, isPending } = useToggleRead()
  const renewal = data?.membership_renewal_notification
  if (!renewal) return null
  const { next_billing_at, subscription_total } = renewal.payload as NotificationPayload
  const day = next_billing_at ? ` on ${dayOf(next_billing_at, time_zone)}` : ' soon'
  const price = subscription_total === undefined ? '' : ` for ${dollars.format(subscription_total / 100)}`
  return (
    <section className={styles.banner} aria-label="Membership renewal">
      <p>
        Your membership renews{day}
        {price}.
      </p>
      <div className={styles.acts}>
        <Link className={buttonClass('quiet')} to={ROUTES.profileMembership as string}>
          View membership
        </Link>
        <Button look="bare" disabled={isPending} onClick={() => void run(renewal)}>
          Dismiss
        </Button>
      </div>
    </section>
  )
}
