import { useCommand } from '#web/platform/forms/use-command.ts'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { ResumeMembership } from '#api/operations.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { moneyOf } from '#shared/membership.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { openDialog } from '#web/kit/overlay/open-dialog.tsx'
import { usePageProps } from '#web/platform/page-props.ts'
import { useUser } from '#web/platform/session/session.ts'
import { LeaveForm } from '#web/features/membership/LeaveForm.tsx'
import {
  membershipQuery,
  openInvoiceOf,
  NOT_CHARGED,
  type MembershipViewer,
  type Subscription,
} from '#web/features/membership/membership.queries.ts'
import { usePortal } from '#web/features/membership/use-portal.ts'
import styles from './Membership.module.css'

interface Props {
  viewer: MembershipViewer
  latest: Subscription | undefined
}

/** The membership status in one sentence, and the available actions. */
export function Plan({ viewer, latest }: Props) {
  const { time_zone } = useUser()
  const day = (date: string) => dayOf(date, time_zone, 0)
  return (
    <>
      <p className={`t-reply ${styles.standing}`}>{sentence(viewer, latest, day)}</p>
      {latest && <Facts viewer={viewer} latest={latest} day={day} />}
      {latest && <Acts viewer={viewer} latest={latest} />}
      {viewer.team_membership?.is_billing_admin === false && <Leaving viewer={viewer} />}
    </>
  )
}

function sentence(viewer: MembershipViewer, latest: Subscription | undefined, day: (date: string) => string): string {
  if (viewer.standing === 'expired') {
    const isTeam = viewer.team_membership?.is_billing_admin === false
    const ended =
      viewer.current_state === 'trial' || !viewer.full_access_exp_date
        ? viewer.trial_end_date
        : viewer.full_access_exp_date
    const when = ended
      ? `Your ${viewer.trial_end_date && !latest ? 'trial' : 'membership'} ended on ${day(ended)}.`
      : 'Your membership has ended.'
    return `${when} Until it’s renewed, you can open only this page and your settings. Your posts stay in place. ${isTeam ? 'Your team’s billing admin can renew it.' : 'Renew it to read and post again.'}`
  }
  if (viewer.past_due_until)
    return `Your renewal hasn’t been paid. Pay the open invoice by ${day(viewer.past_due_until)} to keep your access.`
  if (latest?.state === 'cancelled')
    return `You canceled your membership. You have access until ${day(latest.term_end)}.`
  if (latest?.state === 'active' && latest.next_billing_at)
    return `Your membership is paid. It renews on ${day(latest.next_billing_at)} for ${moneyOf(latest.subscription_total)}.`
  if (viewer.current_state === 'trial' && viewer.trial_end_date)
    return `Your trial ends on ${day(viewer.trial_end_date)}.`
  if (viewer.has_active_subscription) return 'Your membership is paid.'
  return 'You have full access, and nothing is due.'
}

function Facts({ viewer, latest, day }: Required<Props> & { latest: Subscription; day: (date: string) => string }) {
  const facts = [
    ['Network', viewer.team_membership?.team.peer_network.display_name ?? ''],
    // Hide the term of an unpaid renewal: it does not belong to the member yet.
    ...(['active', 'cancelled'].includes(latest.state)
      ? [['Term', `${day(latest.term_start)} to ${day(latest.term_end)}`]]
      : []),
    ['Price', moneyOf(latest.subscription_total)],
    ['Card', viewer.card_status === 'declined' ? 'Declined on last attempt' : 'Valid'],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Acts({ viewer, latest }: { viewer: MembershipViewer; latest: Subscription }) {
  const client = useQueryClient()
  const { time_zone } = useUser()
  const { open, isOpening } = usePortal()
  const resume = useCommand(ResumeMembership, {
    invalidate: [membershipQuery.queryKey],
    success: 'Your membership will continue',
    messages: NOT_CHARGED,
  })
  const openInvoice = openInvoiceOf(viewer)
  const leave = () =>
    openDialog({
      title: 'Cancel your membership',
      // The dialog renders outside the page and its providers.
      children: (
        <QueryClientProvider client={client}>
          <LeaveForm until={viewer.past_due_until ?? latest.term_end} timeZone={time_zone} />
        </QueryClientProvider>
      ),
    })
  return (
    <div className={styles.acts}>
      {latest.status !== 'canceled' && openInvoice && (
        <ButtonLink look="filled" href={`/api/membership/invoices/${openInvoice.id}`}>
          Pay open invoice
        </ButtonLink>
      )}
      {latest.state === 'cancelled' && viewer.standing === 'full' && (
        <Button look="filled" disabled={resume.isPending} onClick={() => void resume.run({})}>
          Resume membership
        </Button>
      )}
      {latest.status !== 'canceled' && (
        <Button disabled={isOpening} onClick={open}>
          Manage billing
        </Button>
      )}
      {(latest.state === 'active' || (latest.state === 'past_due' && viewer.past_due_until)) && (
        <Button onClick={leave}>Cancel membership</Button>
      )}
    </div>
  )
}

/** Members whose team pays cannot cancel here. */
function Leaving({ viewer }: { viewer: MembershipViewer }) {
  const { supportEmail } = usePageProps()
  const url = viewer.team_membership?.team.peer_network.url_cancel_membership
  return (
    <p className={styles.note}>
      To leave the team, contact its billing admin or{' '}
      <a
        className={styles.link}
        href={url ?? `mailto:${supportEmail}`}
        {...(url && { target: '_blank', rel: 'noopener noreferrer' })}
      >
        contact us
      </a>
      .
    </p>
  )
}
