import { useQuery, useQueryClient } from '@tanstack/react-query'
import { invoiceDay } from '#shared/invoices.ts'
import { INVOICE_STATE_WORDS, moneyOf } from '#shared/membership.ts'
import { ROUTES } from '#shared/routes.ts'
import { classNames } from '#web/kit/class-names.ts'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'
import { GenericText } from '#web/features/generic-content/GenericText.tsx'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { membershipQuery, openInvoiceOf, type MembershipViewer } from '#web/features/membership/membership.queries.ts'
import { BillingDetails } from '#web/features/membership/BillingDetails.tsx'
import { PaymentStep } from '#web/features/membership/PaymentStep.tsx'
import { Plan } from '#web/features/membership/Plan.tsx'
import { Section } from '#web/features/membership/MembershipSection.tsx'
import styles from './Membership.module.css'

/** Membership status, payments, billing details and cancellation. */
export function MembershipPage() {
  useTitle('Membership')
  const { data, isError, refetch } = useQuery(membershipQuery)
  return (
    <Page>
      <h1 className="t-page-title">Membership</h1>
      {isError ? (
        <StatePage title="We couldn’t load your membership" again={refetch}>
          Your membership hasn’t changed.
        </StatePage>
      ) : data ? (
        <Membership viewer={data.viewer} price={data.membership_price?.total ?? 0} />
      ) : (
        <div aria-busy="true" className={styles.section}>
          <Skeleton shape="title" width="half" />
          <Skeleton width="most" />
          <Skeleton width="half" />
        </div>
      )}
    </Page>
  )
}

function Membership({ viewer, price }: { viewer: MembershipViewer; price: number }) {
  const { is_staff } = useUser()
  const isTrial = viewer.current_state === 'trial' && viewer.standing === 'full'
  const [latest] = viewer.subscriptions
  const mayPay = price > 0 && !is_staff && viewer.team_membership?.is_billing_admin !== false
  const isOpen = latest !== undefined && latest.status !== 'canceled' && openInvoiceOf(viewer) !== undefined
  const lacks = !isOpen && !viewer.has_active_subscription && (viewer.standing === 'expired' || isTrial)
  return (
    <>
      <Section id="plan-title" title="Plan">
        <Plan viewer={viewer} latest={latest} />
        {mayPay && lacks && <Paying />}
      </Section>
      <TeamSection viewer={viewer} />
      {price > 0 && mayPay && <BillingDetails viewer={viewer} />}
      <Invoices viewer={viewer} />
      {viewer.standing === 'full' && <GenericText section="membership" title="About membership" />}
    </>
  )
}

function Paying() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const onPaid = () => {
    toast.success('Thank you. Payment received')
    void client.invalidateQueries()
    void navigate({ to: ROUTES.profileMembership, replace: true })
  }
  return <PaymentStep returnPath={ROUTES.profileMembership} placement="membership" onPaid={onPaid} />
}

function TeamSection({ viewer }: { viewer: MembershipViewer }) {
  const { team_membership } = viewer
  const members = team_membership?.team.members ?? []
  if (!team_membership || (team_membership.is_billing_admin && members.length === 1)) return null
  return (
    <Section id="team-title" title="Team">
      <p className={classNames('t-reply', styles.standing)}>
        {team_membership.is_billing_admin
          ? `You pay for ${members.length} members of ${team_membership.team.name}.`
          : `Your membership is paid by ${team_membership.team.name}. Only its billing admin can see what the team pays.`}
      </p>
      {team_membership.is_billing_admin && (
        <ul>
          {members.map(({ id, user, is_billing_admin }) => (
            <li key={id} className={styles.row}>
              <Avatar person={user} size={36} />
              <div className={styles.grow}>
                <p className={styles.name}>{user.name}</p>
                <p className={styles.quiet}>
                  {[user.title, is_billing_admin && 'billing admin'].filter(Boolean).join(', ')}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Invoices({ viewer }: { viewer: MembershipViewer }) {
  if (!viewer.team_membership?.is_billing_admin) return null
  const { invoices } = viewer.team_membership.team
  return (
    <Section id="invoices-title" title="Invoices">
      {invoices.length === 0 && (
        <p className={`${styles.standing} ${styles.quiet}`}>
          No invoices yet. Your first invoice will appear here after your first payment.
        </p>
      )}
      <ul>
        {invoices.map(({ id, number, amount, state, period_start, period_end, time_zone }) => (
          <li key={id} className={styles.row}>
            <div className={styles.grow}>
              <p className={styles.name}>
                {invoiceDay({ time_zone }, period_start)} to {invoiceDay({ time_zone }, period_end)}
              </p>
              <p className={styles.quiet}>
                {number}. {INVOICE_STATE_WORDS[state]}
              </p>
            </div>
            <span className={styles.figure}>{moneyOf(amount)}</span>
            <a
              className={styles.link}
              href={`/api/membership/invoices/${id}`}
              aria-label={`${state === 'open' ? 'Pay' : 'Open'} invoice ${number}`}
            >
              {state === 'open' ? 'Pay' : 'Open'}
            </a>
            <a
              className={styles.link}
              href={`/api/membership/invoices/${id}/pdf`}
              aria-label={`Download invoice ${number} as PDF`}
            >
              PDF
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
