import { useQuery } from '@tanstack/react-query'
import { dayOf } from '#shared/kit/dates.ts'
import { moneyOf } from '#shared/membership.ts'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { membershipQuery, type MembershipViewer } from '#web/features/membership/membership.queries.ts'
import styles from './Membership.module.css'

const DAY_MS = 86_400_000

/** The trial that is left, or what is paid for until when, with the way to the details. */
export function StandingLine() {
  const { time_zone } = useUser()
  const { data, dataUpdatedAt } = useQuery(membershipQuery)
  const sentence = data && standingOf(data.viewer, dataUpdatedAt, (date) => dayOf(date, time_zone, dataUpdatedAt))
  if (!sentence) return null
  return (
    <section className={styles.standingLine} aria-labelledby="standing-title">
      <h2 id="standing-title" className={`t-section ${styles.standingTitle}`}>
        Your membership
      </h2>
      <p>
        {sentence} <Link to={ROUTES.profileMembership}>Details</Link>
      </p>
    </section>
  )
}

function standingOf(viewer: MembershipViewer, now: number, day: (date: string) => string): string | undefined {
  const { current_state, trial_end_date, subscriptions, team_membership, full_access_exp_date } = viewer
  const network = team_membership?.team.peer_network.display_name
  const [latest] = subscriptions
  if (current_state === 'trial' && trial_end_date) {
    const days = Math.max(0, Math.ceil((Date.parse(trial_end_date) - now) / DAY_MS))
    return `Your trial ends on ${day(trial_end_date)}: ${counted(days, 'day')} left.`
  }
  if (latest?.state === 'active' && latest.next_billing_at)
    return `${network ?? 'Your membership'} is paid until ${day(latest.next_billing_at)}, then renews for ${moneyOf(latest.subscription_total)}.`
  if (latest?.state === 'cancelled') return `You canceled. You have access until ${day(latest.term_end)}.`
  return full_access_exp_date ? `You have full access until ${day(full_access_exp_date)}.` : undefined
}
