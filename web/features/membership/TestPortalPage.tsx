import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { post } from '#web/platform/api/post.ts'
import { SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { moneyOf } from '#shared/membership.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useParams } from '#web/platform/router/match.ts'
import { PlainPage } from '#web/platform/shell/PlainPage.tsx'
import { portalQuery, NOT_CHARGED, type ShownPortal } from '#web/features/membership/membership.queries.ts'
import { TestCards, TestMark } from '#web/features/membership/TestCheckoutPage.tsx'
import styles from './Membership.module.css'

/** Stands in for a payment service's billing portal. */
export function TestPortalPage() {
  const { id = '' } = useParams() as { id?: string }
  const { data, isError } = useQuery(portalQuery(id))
  useTitle('Billing portal')
  return (
    <PlainPage>
      {data ? (
        <Portal id={id} portal={data} />
      ) : isError ? (
        <StatePage level={1} title="This page has expired">
          Open it again from Membership.
        </StatePage>
      ) : (
        <div aria-busy="true">
          <h1 className="visually-hidden">Billing portal</h1>
          <Skeleton shape="title" width="half" />
          <Skeleton width="most" />
        </div>
      )}
    </PlainPage>
  )
}

function Portal({ id, portal }: { id: string; portal: ShownPortal }) {
  const [said, setSaid] = useState<{ text: string; isGood: boolean }>()
  const { run, isPending } = useCommand(
    ({ body }: { body: object; done: string }) => post(`/test-billing/portals/${id}`, body),
    {
      invalidate: [portalQuery(id).queryKey],
      onSuccess: (_, { done }) => setSaid({ text: done, isGood: true }),
      onError: (error) => setSaid({ text: errorMessage(error, NOT_CHARGED), isGood: false }),
    },
  )
  const act = (body: object, done: string) => void run({ body, done })
  const isOver = portal.status === 'canceled'
  return (
    <>
      <TestMark />
      <h1 className="t-state-title">Billing portal</h1>
      <p role="status" className={classNames(said && styles.notice, said?.isGood && styles.good)}>
        {said?.text}
      </p>
      <p className={`t-reply ${styles.standing}`}>{sentence(portal)}</p>
      {!isOver && (
        <form
          className={styles.form}
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault()
            const card = new FormData(event.currentTarget).get('card')
            act({ act: 'change_card', card }, 'Card updated.')
          }}
        >
          <TestCards />
          <div className={styles.acts}>
            <SubmitButton isPending={isPending}>
              {portal.is_unpaid ? 'Update card and pay' : 'Update card'}
            </SubmitButton>
            {portal.cancel_at_period_end ? (
              <Button disabled={isPending} onClick={() => act({ act: 'resume' }, 'Renewal is back on.')}>
                Resume renewal
              </Button>
            ) : (
              <Button disabled={isPending} onClick={() => act({ act: 'cancel' }, 'Renewal canceled.')}>
                Cancel renewal
              </Button>
            )}
          </div>
        </form>
      )}
      <div className={styles.acts}>
        <ButtonLink href={portal.return_url}>Back to Counterpart</ButtonLink>
      </div>
    </>
  )
}

function sentence({ status, amount, term_end, cancel_at_period_end, is_unpaid }: ShownPortal): string {
  const day = dayOf(term_end, 'UTC', 0)
  if (status === 'canceled') return 'This subscription has ended.'
  if (is_unpaid) return `We couldn’t charge ${moneyOf(amount)}. Update your card to pay now.`
  return cancel_at_period_end ? `Paid through ${day}. Renewal is off.` : `${moneyOf(amount)} a year. Renews on ${day}.`
}
