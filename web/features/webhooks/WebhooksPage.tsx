import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { longDate } from '#shared/kit/dates.ts'
import { WEBHOOK_EVENTS, WEBHOOK_FAILING_DAYS } from '#shared/webhooks.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { DELETE } from '#web/platform/api/http.ts'
import { post } from '#web/platform/api/post.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { DeliveryLog } from '#web/features/webhooks/DeliveryLog.tsx'
import { WebhookForm } from '#web/features/webhooks/WebhookForm.tsx'
import { webhooksQuery, type WebhookRow } from '#web/features/webhooks/webhooks.queries.ts'
import styles from './WebhooksPage.module.css'

/** Owners keep the addresses that are called when something happens in a network. */
export function WebhooksPage() {
  const { data, isError, refetch } = useQuery(webhooksQuery)
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string>()
  const close = () => setOpen(false)
  return (
    <StaffPage
      title="Webhooks"
      lede="Notify other systems of what happens in a network. We send ids and links, never what members write and nothing about private replies."
    >
      {isError && !data && (
        <StatePage title="We couldn’t load the webhooks" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {secret && <Secret secret={secret} done={() => setSecret(undefined)} />}
      {data && (
        <>
          {data.webhooks.length === 0 && <p className={styles.empty}>No webhooks yet.</p>}
          <ul>
            {data.webhooks.map((webhook) => (
              <li key={webhook.id} className={styles.row}>
                <Webhook webhook={webhook} showSecret={setSecret} />
              </li>
            ))}
          </ul>
          {isOpen ? (
            <WebhookForm
              networks={data.networks}
              close={close}
              done={(made) => {
                close()
                setSecret(made)
                void client.invalidateQueries({ queryKey: webhooksQuery.queryKey })
              }}
            />
          ) : (
            <Button className={styles.below} onClick={() => setOpen(true)}>
              Add a webhook
            </Button>
          )}
        </>
      )}
    </StaffPage>
  )
}

const Secret = ({ secret, done }: { secret: string; done: () => void }) => (
  <div className={styles.once} role="status">
    <p>
      Copy this secret now. You won’t see it again. The other system checks the header webhook-signature with it, as
      described at standardwebhooks.com.
    </p>
    <Field
      label="Signing secret"
      value={secret}
      readOnly
      autoComplete="off"
      onFocus={(event) => event.target.select()}
    />
    <p>
      <Button onClick={done}>I’ve copied it</Button>
    </p>
  </div>
)

type Opened = 'form' | 'secret' | 'remove' | 'log'

function Webhook({ webhook, showSecret }: { webhook: WebhookRow; showSecret: (secret: string) => void }) {
  const [opened, setOpened] = useState<Opened>()
  const client = useQueryClient()
  const close = () => setOpened(undefined)
  const { host } = new URL(webhook.url)
  const changed = () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey })
  if (opened === 'form')
    return (
      <WebhookForm
        webhook={webhook}
        close={close}
        done={() => {
          close()
          void changed()
        }}
      />
    )
  return (
    <>
      <Facts webhook={webhook} />
      {opened === 'secret' && <NewSecret webhook={webhook} close={close} showSecret={showSecret} />}
      {opened === 'remove' && <Remove webhook={webhook} close={close} />}
      {(opened === undefined || opened === 'log') && (
        <div className={styles.acts}>
          <Button aria-label={`${webhook.disabled_at ? 'Turn on' : 'Edit'} ${host}`} onClick={() => setOpened('form')}>
            {webhook.disabled_at ? 'Turn on' : 'Edit'}
          </Button>
          <Button
            aria-label={`Deliveries to ${host}`}
            aria-expanded={opened === 'log'}
            onClick={() => setOpened(opened === 'log' ? undefined : 'log')}
          >
            Deliveries
          </Button>
          <Button aria-label={`New secret for ${host}`} onClick={() => setOpened('secret')}>
            New secret
          </Button>
          <Button aria-label={`Remove ${host}`} onClick={() => setOpened('remove')}>
            Remove
          </Button>
        </div>
      )}
      {opened === 'log' && <DeliveryLog webhook={webhook} />}
    </>
  )
}

function Facts({ webhook }: { webhook: WebhookRow }) {
  const { time_zone } = useUser()
  const { url, network, events, failing_since, disabled_at } = webhook
  return (
    <>
      <p className={styles.name}>{url}</p>
      <p className={`t-meta ${styles.facts}`}>
        {network}. {events.map((event) => WEBHOOK_EVENTS[event]).join(', ')}.{' '}
        {disabled_at ? (
          <span className={styles.failing}>
            Turned off on {longDate(disabled_at, time_zone)} after {WEBHOOK_FAILING_DAYS} days of failures.
          </span>
        ) : (
          failing_since && <span className={styles.failing}>Failing since {longDate(failing_since, time_zone)}.</span>
        )}
      </p>
    </>
  )
}

interface ActProps {
  webhook: WebhookRow
  close: () => void
}

function NewSecret({ webhook, close, showSecret }: ActProps & { showSecret: (secret: string) => void }) {
  const { run, isPending } = useCommand(() => post<{ secret: string }>(`/staff/webhooks/${webhook.id}/secret`, {}), {
    messages: { title: 'Nothing was changed' },
    onSuccess: ({ secret }) => {
      close()
      showSecret(secret)
    },
  })
  return (
    <ConfirmForm
      question="The old secret stops working at once: the other system refuses what is sent until it has the new one."
      confirm="Make a new secret"
      isPending={isPending}
      onConfirm={() => void run()}
      onCancel={close}
    />
  )
}

function Remove({ webhook, close }: ActProps) {
  const { run, isPending } = useCommand(
    async () => {
      const [, error] = await DELETE(`/staff/webhooks/${webhook.id}`)
      if (error) throw error
    },
    {
      invalidate: [webhooksQuery.queryKey],
      success: 'Webhook removed',
      messages: { title: 'Nothing was changed' },
    },
  )
  return (
    <ConfirmForm
      question="Nothing more is sent to this address, and its log is deleted."
      confirm="Remove webhook"
      isPending={isPending}
      onConfirm={() => void run()}
      onCancel={close}
    />
  )
}
