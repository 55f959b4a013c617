import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { moneyOf, TEST_CARDS, type TestCard } from '#shared/membership.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { POST } from '#web/platform/api/http.ts'
import { PlainPage } from '#web/platform/shell/PlainPage.tsx'
import { checkoutQuery, errorMessage, type ShownCheckout } from '#web/features/membership/membership.queries.ts'
import styles from './Membership.module.css'

const CARD_WORDS: Record<TestCard, { name: string; does: string }> = {
  success: { name: 'Card accepted', does: 'Pays now and at every renewal.' },
  decline: { name: 'Card declined', does: 'Nothing is charged.' },
  authenticate: { name: 'Bank confirmation required', does: 'Pays once you confirm.' },
  later_failure: { name: 'Card fails at renewal', does: 'Pays now and is declined at renewal.' },
}

export const TestMark = () => <p className={styles.mark}>Test mode. No card is needed and no money changes hands.</p>

export function TestCards({ name = 'card' }: { name?: string }) {
  return (
    <fieldset className={styles.choices}>
      <legend>Test card</legend>
      {TEST_CARDS.map((card) => (
        <label key={card} className={styles.choice}>
          <input type="radio" name={name} value={card} defaultChecked={card === 'success'} />
          <span>
            {CARD_WORDS[card].name}
            <span>{CARD_WORDS[card].does}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Where the page of a payment service would be. */
export function TestCheckoutPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data, isError } = useQuery(checkoutQuery(id))
  useTitle('Test payment')
  return (
    <PlainPage>
      {data ? (
        <Checkout id={id} checkout={data} />
      ) : isError ? (
        <StatePage level={1} title="This payment page has expired">
          You haven’t been charged. Go back and start again.
        </StatePage>
      ) : (
        <div aria-busy="true">
          <h1 className="visually-hidden">Test payment</h1>
          <Skeleton shape="title" width="half" />
          <Skeleton width="most" />
        </div>
      )}
    </PlainPage>
  )
}

function Checkout({ id, checkout }: { id: string; checkout: ShownCheckout }) {
  const { pay, isSending, isAsking, problem } = useTestPayment(id)
  if (checkout.state === 'paid')
    return (
      <StatePage
        level={1}
        title="Payment complete"
        actions={
          <ButtonLink look="filled" href={checkout.success_url}>
            Continue
          </ButtonLink>
        }
      >
        You won’t be charged again.
      </StatePage>
    )
  return (
    <>
      <TestMark />
      <h1 className="t-state-title">{checkout.title}</h1>
      <p className={styles.price}>
        <span className={styles.amount}>{moneyOf(checkout.amount)}</span>
      </p>
      <p role="alert" className={problem ? styles.notice : undefined}>
        {problem}
      </p>
      {isAsking ? (
        <div role="group" aria-labelledby="bank-title" className={styles.form}>
          <h2 id="bank-title" className="t-section">
            Your bank wants to confirm it’s you
          </h2>
          <div className={styles.acts}>
            <Button look="filled" autoFocus disabled={isSending} onClick={() => void pay('authenticate', true)}>
              Yes, pay
            </Button>
            <Button disabled={isSending} onClick={() => void pay('authenticate', false)}>
              No
            </Button>
          </div>
        </div>
      ) : (
        <form
          className={styles.form}
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault()
            void pay(new FormData(event.currentTarget).get('card') as TestCard, null)
          }}
        >
          <TestCards />
          <div className={styles.acts}>
            <Button look="filled" type="submit" disabled={isSending}>
              Pay {moneyOf(checkout.amount)}
            </Button>
            <ButtonLink href={checkout.cancel_url}>Back without paying</ButtonLink>
          </div>
        </form>
      )}
    </>
  )
}

function useTestPayment(id: string) {
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const pay = async (card: TestCard, confirmed: boolean | null) => {
    setSending(true)
    setProblem(undefined)
    const [answer, error] = await POST<{ data: { state: string; url: string | null } }>(
      `/test-billing/checkouts/${id}`,
      { card, confirmed },
    )
    if (answer?.data.url) return location.assign(answer.data.url)
    setAsking(answer?.data.state === 'authenticate')
    if (error) setProblem(errorMessage(error))
    setSending(false)
  }
  return { pay, isSending, isAsking, problem }
}
