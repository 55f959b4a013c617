import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { post } from '#web/platform/api/post.ts'
import { RadioGroup } from '#web/kit/forms/Choice.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { moneyOf, TEST_CARDS, type TestCard } from '#shared/membership.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useParams } from '#web/platform/router/match.ts'
import { PlainPage } from '#web/platform/shell/PlainPage.tsx'
import { checkoutQuery, NOT_CHARGED, type ShownCheckout } from '#web/features/membership/membership.queries.ts'
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
    <RadioGroup
      label="Test card"
      name={name}
      defaultValue="success"
      options={TEST_CARDS.map((value) => ({ value, label: CARD_WORDS[value].name, hint: CARD_WORDS[value].does }))}
    />
  )
}

/** Stands in for a payment service's checkout page. */
export function TestCheckoutPage() {
  const { id = '' } = useParams() as { id?: string }
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
  const { pay, isPending, isAsking, problem } = useTestPayment(id)
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
      <FormProblem>{problem}</FormProblem>
      {isAsking ? (
        <div role="group" aria-labelledby="bank-title" className={styles.form}>
          <h2 id="bank-title" className="t-section">
            Your bank wants to confirm it’s you
          </h2>
          <div className={styles.acts}>
            <Button look="filled" autoFocus disabled={isPending} onClick={() => pay('authenticate', true)}>
              Yes, pay
            </Button>
            <Button disabled={isPending} onClick={() => pay('authenticate', false)}>
              No
            </Button>
          </div>
        </div>
      ) : (
        <form
          className={styles.form}
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault()
            pay(new FormData(event.currentTarget).get('card') as TestCard, null)
          }}
        >
          <TestCards />
          <div className={styles.acts}>
            <SubmitButton isPending={isPending}>Pay {moneyOf(checkout.amount)}</SubmitButton>
            <ButtonLink href={checkout.cancel_url}>Back without paying</ButtonLink>
          </div>
        </form>
      )}
    </>
  )
}

function useTestPayment(id: string) {
  const [isLeaving, setLeaving] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { run, isPending, error } = useCommand(
    (body: { card: TestCard; confirmed: boolean | null }) =>
      post<{ state: string; url: string | null }>(`/test-billing/checkouts/${id}`, body).catch((refused: unknown) => {
        setAsking(false)
        throw refused
      }),
    {
      onError: 'show',
      onSuccess: ({ state, url }) => {
        setAsking(state === 'authenticate')
        setLeaving(url !== null)
        if (url !== null) location.assign(url)
      },
    },
  )
  return {
    pay: (card: TestCard, confirmed: boolean | null) => void run({ card, confirmed }),
    isPending: isPending || isLeaving,
    isAsking,
    problem: error && errorMessage(error, NOT_CHARGED),
  }
}
