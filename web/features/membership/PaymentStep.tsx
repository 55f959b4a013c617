import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { StartCheckout, SyncUserBillingData, type GetMembershipPriceQuery } from '#api/operations.ts'
import { percentOf } from '#shared/invoices.ts'
import { newKey } from '#shared/kit/ids.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { moneyOf } from '#shared/membership.ts'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { track } from '#web/platform/analytics/analytics.ts'
import { execute } from '#web/platform/api/operations.ts'
import { priceQuery, NOT_CHARGED } from '#web/features/membership/membership.queries.ts'
import { useSearch } from '#web/platform/router/match.ts'
import styles from './Membership.module.css'

export interface PaymentStepProps {
  /** Return path from the payment page; this component is there too and handles the outcome. */
  returnPath: string
  placement: 'onboarding' | 'membership'
  /** Called once the payment is confirmed. */
  onPaid: () => void
}

type Price = NonNullable<GetMembershipPriceQuery['membership_price']>

interface Priced {
  is_international: boolean
  chapter_name: string | null
  num_of_seats: number
  amount: number
  total: number
  tax: number
  tax_percent: number
  tax_note: string
}
/** Explains the price: international because of the chapter or place of work, the number of seats, and tax. */
function detailsOf({
  is_international,
  chapter_name,
  num_of_seats,
  amount,
  total,
  tax,
  tax_percent,
  tax_note,
}: Priced): string {
  const abroad = chapter_name
    ? `Price for international chapters such as ${chapter_name}.`
    : 'Price for members outside the United States.'
  const team = `${num_of_seats} team members at ${moneyOf(amount)} each.`
  const taxed = `${moneyOf(total)} and ${percentOf(tax_percent)} tax (${moneyOf(tax)}).`
  return [is_international && abroad, num_of_seats > 1 && team, tax > 0 && taxed, tax_note].filter(Boolean).join(' ')
}

const INCLUDES = [
  'Every discussion, poll, and recommendation in your networks',
  'The member directory, and the experts members recommend',
]

/** The price, what it includes, and the redirect to the payment service and back. */
export function PaymentStep({ returnPath, placement, onPaid }: PaymentStepProps) {
  const { data, isError, refetch } = useQuery(priceQuery)
  const paying = usePaying({ returnPath, placement, onPaid })
  if (paying.isConfirming)
    return (
      <p role="status" className={styles.notice}>
        Confirming your payment…
      </p>
    )
  if (isError)
    return (
      <StatePage title="We couldn’t load the price" again={refetch}>
        You haven’t been charged.
      </StatePage>
    )
  if (!data) return <Skeleton width="most" />
  const price = data.membership_price
  if (!price) return <p className="t-reply">You don’t owe anything.</p>
  return price.is_payer ? <Bill price={price} {...paying} /> : <TeamBill payerName={price.payer_name} {...paying} />
}

type Paying = ReturnType<typeof usePaying>

/** What a member of a team sees until the team has paid. */
const TeamBill = ({ payerName, isBusy, notice, confirm }: Paying & { payerName: string | null }) => (
  <div className={styles.payment}>
    <p role="alert" className={notice ? styles.notice : undefined}>
      {notice?.text}
    </p>
    <p className="t-reply">
      Your team pays for your membership but hasn’t paid yet. {payerName ?? 'Your billing admin'} can pay under
      Membership. Then you can continue here.
    </p>
    <div className={styles.acts}>
      <Button disabled={isBusy} onClick={confirm}>
        Check again
      </Button>
    </div>
  </div>
)

function Bill({ price, begin, isBusy, notice, confirm }: Paying & { price: Price }) {
  return (
    <div className={styles.payment}>
      <p role="alert" className={notice ? styles.notice : undefined}>
        {notice?.text}
      </p>
      <p className={styles.price}>
        <span className={styles.amount}>{moneyOf(price.total + price.tax)}</span>{' '}
        <span className={styles.per}>for one year of {price.peer_network.display_name}</span>
      </p>
      <p className={styles.note}>{detailsOf(price)}</p>
      {price.next_amount !== null && price.next_from && (
        <p className={styles.note}>
          From {dayOf(`${price.next_from}T12:00:00Z`, 'UTC', 0)} a membership costs {moneyOf(price.next_amount)} a year,
          before tax.
        </p>
      )}
      <ul className={styles.includes}>
        {INCLUDES.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button look="filled" disabled={isBusy} onClick={begin}>
          Pay {moneyOf(price.total + price.tax)} by card
        </Button>
        {notice?.mayConfirm && (
          <Button disabled={isBusy} onClick={confirm}>
            Check again
          </Button>
        )}
      </div>
      <p className={styles.note}>
        You’ll pay on our payment provider’s page, so we never see your card number. Your membership renews every year
        until you cancel. We’ll remind you 30 days before.
      </p>
    </div>
  )
}

interface Notice {
  text: string
  mayConfirm?: boolean
}

function usePaying({ returnPath, placement, onPaid }: PaymentStepProps) {
  const outcome = (useSearch() as { checkout?: string }).checkout
  const [notice, setNotice] = useState<Notice | undefined>(
    outcome === 'cancelled' ? { text: 'You left before paying. You haven’t been charged.' } : undefined,
  )
  const [isLeaving, setLeaving] = useState(false)
  const [isConfirming, setConfirming] = useState(outcome === 'success')
  // One idempotency key per page load, so that repeated clicks create one checkout.
  const key = useRef<string>(undefined)
  const begun = useRef(false)

  const failed = (text: string, more: Partial<Notice> = {}) => {
    setNotice({ text, ...more })
    void track('onboarding-checkout-error', { placement, reason: text })
  }
  const sync = useSync({
    onSettled: () => setConfirming(false),
    onPaid: () => {
      void track('onboarding-checkout-success', { placement })
      onPaid()
    },
    onFailed: (text) => failed(text, { mayConfirm: true }),
  })
  const start = useCommand(StartCheckout, {
    onSuccess: ({ startCheckout }) => {
      setLeaving(true)
      location.assign(startCheckout.url)
    },
    onError: (error) => {
      failed(errorMessage(error, NOT_CHARGED))
      key.current = undefined
    },
  })
  const confirm = () => void sync.run()
  const begin = () => {
    setNotice(undefined)
    key.current ??= newKey()
    void start.run({ return_path: returnPath, idempotency_key: key.current })
  }
  const isBusy = sync.isPending || start.isPending || isLeaving
  const arrive = () => {
    void track('onboarding-checkout-loaded', { placement })
    if (outcome === 'success') confirm()
    if (outcome === 'cancelled') void track('onboarding-checkout-error', { placement, reason: 'cancelled' })
    // Remove the outcome from the URL: a reload is not a second payment and must not be counted.
    if (outcome) history.replaceState(history.state, '', returnPath)
  }
  useEffect(() => {
    // React runs effects twice in development.
    if (begun.current) return
    begun.current = true
    arrive()
  })
  return { begin, isBusy, notice, isConfirming, confirm }
}

interface SyncOutcome {
  onSettled: () => void
  onPaid: () => void
  onFailed: (text: string) => void
}

/** Asks the payment service whether the payment is confirmed. */
function useSync({ onSettled, onPaid, onFailed }: SyncOutcome) {
  const client = useQueryClient()
  return useCommand(
    async () => {
      const { syncUserBillingData } = await execute(SyncUserBillingData, {})
      if (syncUserBillingData.has_active_subscription) await client.invalidateQueries()
      return syncUserBillingData.has_active_subscription
    },
    {
      onSuccess: (isPaid) => {
        onSettled()
        if (isPaid) onPaid()
        else onFailed('The payment hasn’t been confirmed yet. Check again in a moment.')
      },
      onError: (error) => {
        onSettled()
        onFailed(errorMessage(error, NOT_CHARGED))
      },
    },
  )
}
