import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { StartCheckout, SyncUserBillingData } from '#api/operations.ts'
import { newKey } from '#shared/kit/ids.ts'
import { moneyOf } from '#shared/membership.ts'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { track } from '#web/platform/analytics.ts'
import { execute } from '#web/platform/operations.ts'
import { priceQuery, sentenceOf } from '#web/features/membership/membership.queries.ts'
import styles from './Membership.module.css'

export interface PaymentStepProps {
  /** Where the payment page leads back to; this component stands there too and sees how it went. */
  returnPath: string
  placement: 'onboarding' | 'membership'
  /** Called once it is certain that the membership is paid. */
  onPaid: () => void
}

interface Priced {
  is_international: boolean
  chapter_name: string | null
  num_of_seats: number
  amount: number
}
/** Why the price is the one for abroad: the chapter says so, or where the member works; and for how many it is. */
function detailsOf({ is_international, chapter_name, num_of_seats, amount }: Priced): string {
  const abroad = chapter_name
    ? `The price of international chapters such as ${chapter_name}.`
    : 'The price for members outside the United States.'
  const team = `${num_of_seats} members of your team, ${moneyOf(amount)} each.`
  return [is_international && abroad, num_of_seats > 1 && team].filter(Boolean).join(' ')
}

const INCLUDES = [
  'Every discussion, poll and recommendation of your networks',
  'The directory of members, and of the experts whom they recommend',
  'Documents and events of your networks',
]

/** The price, what it includes, and the way to the page of the payment service and back. */
export function PaymentStep({ returnPath, placement, onPaid }: PaymentStepProps) {
  const { data, isError, refetch } = useQuery(priceQuery)
  const { begin, isBusy, notice, isConfirming, confirm } = usePaying({ returnPath, placement, onPaid })
  if (isConfirming)
    return (
      <p role="status" className={styles.notice}>
        Asking the payment service whether the payment has arrived.
      </p>
    )
  if (isError)
    return (
      <StatePage title="We could not load the price" again={refetch}>
        Nothing was charged.
      </StatePage>
    )
  if (!data) return <Skeleton width="most" />
  const price = data.membership_price
  if (!price) return <p className="t-reply">There is nothing for you to pay.</p>
  if (!price.is_payer)
    return (
      <div className={styles.payment}>
        <p role="alert" className={notice ? styles.notice : undefined}>
          {notice?.text}
        </p>
        <p className="t-reply">
          Your team pays for you, and has not paid yet. {price.payer_name ?? 'Its billing admin'} can do so under
          Membership; then you go on here.
        </p>
        <div className={styles.acts}>
          <Button disabled={isBusy} onClick={confirm}>
            Check again
          </Button>
        </div>
      </div>
    )
  return (
    <div className={styles.payment}>
      <p role="alert" className={notice ? styles.notice : undefined}>
        {notice?.text}
      </p>
      <p className={styles.price}>
        <span className={styles.amount}>{moneyOf(price.total)}</span>{' '}
        <span className={styles.per}>for one year of {price.peer_network.display_name}</span>
      </p>
      <p className={styles.note}>{detailsOf(price)}</p>
      <ul className={styles.includes}>
        {INCLUDES.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button look="filled" disabled={isBusy} onClick={begin}>
          Pay {moneyOf(price.total)} by card
        </Button>
        {notice?.mayConfirm && (
          <Button disabled={isBusy} onClick={confirm}>
            Check again
          </Button>
        )}
      </div>
      <p className={styles.note}>
        You pay on the page of the payment service; the number of your card never comes to us. It renews each year until
        you end it, and you are told thirty days before.
      </p>
    </div>
  )
}

interface Notice {
  text: string
  mayConfirm?: boolean
}

function usePaying({ returnPath, placement, onPaid }: PaymentStepProps) {
  const client = useQueryClient()
  const outcome = (useSearch({ strict: false }) as { checkout?: string }).checkout
  const [notice, setNotice] = useState<Notice | undefined>(
    outcome === 'cancelled' ? { text: 'You came back without paying. Nothing was charged.' } : undefined,
  )
  const [isBusy, setBusy] = useState(false)
  const [isConfirming, setConfirming] = useState(outcome === 'success')
  // The same for each click on this page, so that many clicks are one checkout.
  const key = useRef<string>(undefined)
  const begun = useRef(false)

  const failed = (text: string, more: Partial<Notice> = {}) => {
    setNotice({ text, ...more })
    void track('onboarding-checkout-error', { placement, reason: text })
  }
  const confirm = async () => {
    setBusy(true)
    try {
      const { syncUserBillingData } = await execute(SyncUserBillingData, {})
      if (syncUserBillingData.has_active_subscription) {
        void track('onboarding-checkout-success', { placement })
        await client.invalidateQueries()
        onPaid()
      } else
        failed('The payment service has not confirmed the payment yet. Check again in a moment.', { mayConfirm: true })
    } catch (error) {
      failed(sentenceOf(error), { mayConfirm: true })
    }
    setConfirming(false)
    setBusy(false)
  }
  const begin = async () => {
    setBusy(true)
    setNotice(undefined)
    key.current ??= newKey()
    try {
      const { startCheckout } = await execute(StartCheckout, { return_path: returnPath, idempotency_key: key.current })
      location.assign(startCheckout.url)
    } catch (error) {
      failed(sentenceOf(error))
      key.current = undefined
      setBusy(false)
    }
  }
  const arrive = () => {
    void track('onboarding-checkout-loaded', { placement })
    if (outcome === 'success') void confirm()
    if (outcome === 'cancelled') void track('onboarding-checkout-error', { placement, reason: 'cancelled' })
    // Loading this page again is no second payment, and is not counted as one.
    if (outcome) history.replaceState(history.state, '', returnPath)
  }
  useEffect(() => {
    // In development effects run twice.
    if (begun.current) return
    begun.current = true
    arrive()
  })
  return { begin: () => void begin(), isBusy, notice, isConfirming, confirm: () => void confirm() }
}
