import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { moneyOf, TEST_CARDS, type TestCard } from '#shared/membership.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useTitle } from '#web/platform/arrival.ts'
import { POST } from '#web/platform/http.ts'
import { SimpleFrame } from '#web/platform/shell/SimpleFrame.tsx'
import { checkoutQuery, sentenceOf, type ShownCheckout } from '#web/features/membership/membership.queries.ts'
import styles from './Membership.module.css'

const CARD_WORDS: Record<TestCard, { name: string; does: string }> = {
  success: { name: 'Card that is accepted', does: 'Pays now and at every renewal.' },
  decline: { name: 'Card that is declined', does: 'Nothing is charged.' },
  authenticate: { name: 'Card whose bank asks', does: 'Pays once you confirm.' },
  later_failure: { name: 'Card that fails later', does: 'Pays now and is refused at the renewal.' },
}

export const TestMark = () => <p className={styles.mark}>Test payments. No card is asked for and no money moves.</p>

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
    <SimpleFrame>
      {data ? (
        <Checkout id={id} checkout={data} />
      ) : isError ? (
        <StatePage level={1} title="This payment page is over">
          Nothing was charged here. Go back to where you came from and begin again.
        </StatePage>
      ) : (
        <div aria-busy="true">
          <h1 className="visually-hidden">Test payment</h1>
          <Skeleton shape="title" width="half" />
          <Skeleton width="most" />
        </div>
      )}
    </SimpleFrame>
  )
}

function Checkout({ id, checkout }: { id: string; checkout: ShownCheckout }) {
  const { pay, isSending, isAsking, problem } = useTestPayment(id)
  if (checkout.state === 'paid')
    return (
      <StatePage
        level={1}
        title="This is paid"
        actions={
          <ButtonLink look="filled" href={checkout.success_url}>
            Go on
          </ButtonLink>
        }
      >
        Nothing more will be charged.
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
            The bank asks: is it you?
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
    if (error) setProblem(sentenceOf(error))
    setSending(false)
  }
  return { pay, isSending, isAsking, problem }
}
