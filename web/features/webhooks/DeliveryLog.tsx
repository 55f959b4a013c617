import { useQuery } from '@tanstack/react-query'
import { longDate } from '#shared/kit/dates.ts'
import { WEBHOOK_EVENTS } from '#shared/webhooks.ts'
import { counted } from '#shared/kit/text.ts'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { post } from '#web/platform/api/post.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useUser } from '#web/platform/session/session.ts'
import {
  deliveriesQuery,
  type Attempt,
  type Delivery,
  type WebhookRow,
} from '#web/features/webhooks/webhooks.queries.ts'
import styles from './WebhooksPage.module.css'

/** The newest deliveries of a webhook, each with what was answered. */
export function DeliveryLog({ webhook }: { webhook: WebhookRow }) {
  const { data, isError, refetch } = useQuery(deliveriesQuery(webhook.id))
  if (isError)
    return (
      <StatePage title="We couldn’t load the deliveries" again={refetch}>
        Nothing was changed.
      </StatePage>
    )
  if (!data) return <Skeleton width="most" />
  if (data.length === 0) return <p className={styles.empty}>Nothing has been sent in the last 30 days.</p>
  return (
    <ul className={styles.log} aria-label={`Deliveries to ${new URL(webhook.url).host}`}>
      {data.map((delivery) => (
        <li key={delivery.id} className={styles.delivery}>
          <Sent delivery={delivery} webhook={webhook} />
        </li>
      ))}
    </ul>
  )
}

function outcomeOf({ status, failure, next_at, num_of_attempts, delivered_at }: Delivery): string {
  if (delivered_at) return `Delivered, answered ${status}`
  if (num_of_attempts === 0) return next_at ? 'Waiting' : (failure ?? 'Not sent')
  const tries = counted(num_of_attempts, 'attempt')
  return `Failed after ${tries}: ${failure ?? 'no answer'}${next_at ? '. Will be tried again' : ''}`
}

function Attempts({ attempts, of }: { attempts: readonly Attempt[]; of: string }) {
  const { time_zone } = useUser()
  return (
    <details className={`t-meta ${styles.attempts}`}>
      <summary aria-label={`All ${attempts.length} attempts: ${of}`}>All {attempts.length} attempts</summary>
      <ol>
        {attempts.map(({ id, attempted_at, status, failure }) => (
          <li key={id}>
            {longDate(attempted_at, time_zone)}: {failure ?? `answered ${status}`}
          </li>
        ))}
      </ol>
    </details>
  )
}

function Sent({ delivery, webhook }: { delivery: Delivery; webhook: WebhookRow }) {
  const { time_zone } = useUser()
  const { run, isPending } = useCommand(() => post(`/staff/webhook-deliveries/${delivery.id}/resend`, {}), {
    invalidate: [deliveriesQuery(webhook.id).queryKey],
    success: 'It will be sent within a minute',
    messages: { title: 'Nothing was sent' },
  })
  const at = delivery.attempted_at ?? delivery.created_at
  const name = `${WEBHOOK_EVENTS[delivery.event]} (${delivery.item_id})`
  return (
    <>
      <div>
        <p>{name}</p>
        <p className={`t-meta ${styles.facts}`}>
          {outcomeOf(delivery)}. {longDate(at, time_zone)}.
        </p>
        {delivery.attempts.length > 1 && <Attempts attempts={delivery.attempts} of={name} />}
      </div>
      <Button disabled={isPending} aria-label={`Resend: ${name}`} onClick={() => void run()}>
        Resend
      </Button>
    </>
  )
}
