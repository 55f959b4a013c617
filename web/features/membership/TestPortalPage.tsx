import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { dayOf } from '#shared/kit/dates.ts'
import { moneyOf } from '#shared/membership.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { classes } from '#web/kit/classes.ts'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useTitle } from '#web/platform/arrival.ts'
import { POST } from '#web/platform/http.ts'
import { SimpleFrame } from '#web/platform/shell/SimpleFrame.tsx'
import { portalQuery, sentenceOf, type ShownPortal } from '#web/features/membership/membership.queries.ts'
import { TestCards, TestMark } from '#web/features/membership/TestCheckoutPage.tsx'
import styles from './Membership.module.css'

/** Where the billing portal of a payment service would be. */
export function TestPortalPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data, isError, refetch } = useQuery(portalQuery(id))
  useTitle('Billing portal')
  return (
    <SimpleFrame>
      {data ? (
        <Portal id={id} portal={data} changed={() => void refetch()} />
      ) : isError ? (
        <StatePage level={1} title="This page is over">
          Open it again under Membership.
        </StatePage>
      ) : (
        <div aria-busy="true">
          <h1 className="visually-hidden">Billing portal</h1>
          <Skeleton shape="title" width="half" />
          <Skeleton width="most" />
        </div>
      )}
    </SimpleFrame>
  )
}

function Portal({ id, portal, changed }: { id: string; portal: ShownPortal; changed: () => void }) {
  const [said, setSaid] = useState<{ text: string; isGood: boolean }>()
  const [isSending, setSending] = useState(false)
  const act = async (body: object, done: string) => {
    setSending(true)
    const [, error] = await POST(`/test-billing/portals/${id}`, body)
    setSending(false)
    setSaid(error ? { text: sentenceOf(error), isGood: false } : { text: done, isGood: true })
    changed()
  }
  const isOver = portal.status === 'canceled'
  return (
    <>
      <TestMark />
      <h1 className="t-state-title">Billing portal</h1>
      <p role="status" className={classes(said && styles.notice, said?.isGood && styles.good)}>
        {said?.text}
      </p>
      <p className={`t-reply ${styles.standing}`}>{sentence(portal)}</p>
      {!isOver && (
        <form
          className={styles.form}
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault()
            const card = new FormData(event.currentTarget).get('card')
            void act({ act: 'change_card', card }, 'The card was changed.')
          }}
        >
          <TestCards />
          <div className={styles.acts}>
            <Button look="filled" type="submit" disabled={isSending}>
              {portal.is_unpaid ? 'Change the card and pay' : 'Change the card'}
            </Button>
            {portal.cancel_at_period_end ? (
              <Button disabled={isSending} onClick={() => void act({ act: 'resume' }, 'It renews again.')}>
                Renew after all
              </Button>
            ) : (
              <Button disabled={isSending} onClick={() => void act({ act: 'cancel' }, 'It will not renew.')}>
                Do not renew
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
  if (is_unpaid) return `${moneyOf(amount)} could not be taken. A good card pays it at once.`
  return cancel_at_period_end ? `Paid until ${day}. It does not renew.` : `${moneyOf(amount)} a year. Renews on ${day}.`
}
