import { useState } from 'react'
import { WEBHOOK_EVENTS, WEBHOOK_URL_LENGTH, type WebhookEvent } from '#shared/webhooks.ts'
import { Button } from '#web/kit/Button.tsx'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { post } from '#web/platform/api/post.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import type { WebhookRow } from '#web/features/webhooks/webhooks.queries.ts'
import styles from './WebhooksPage.module.css'

const EVENTS = Object.entries(WEBHOOK_EVENTS) as [WebhookEvent, string][]

interface Props {
  /** Left out: a new one. */
  webhook?: WebhookRow
  networks?: readonly { id: number; display_name: string }[]
  close: () => void
  /** With the secret of a new one. */
  done: (secret?: string) => void
}

/** Saving also turns on a webhook that was turned off. */
export function WebhookForm({ webhook, networks = [], close, done }: Props) {
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? [])
  const form = useForm({
    initial: { peer_network_id: '', url: webhook?.url ?? '' },
    fields: ['peer_network_id', 'url', 'events'],
    check: ({ peer_network_id }) => {
      if (!webhook && peer_network_id === '') return { field: 'peer_network_id', message: 'Choose a network.' }
      return events.length === 0 ? { field: 'events', message: 'Choose what is sent.' } : undefined
    },
    submit: ({ peer_network_id, url }) =>
      webhook
        ? post<{ secret?: string }>(`/staff/webhooks/${webhook.id}`, { url, events })
        : post<{ secret?: string }>('/staff/webhooks', { peer_network_id: Number(peer_network_id), url, events }),
    success: webhook ? 'Webhook saved' : 'Webhook added',
    onDone: ({ secret }) => done(secret),
  })
  return (
    <form
      {...form.props}
      className={styles.form}
      method="post"
      noValidate
      aria-label={webhook ? 'Webhook' : 'New webhook'}
    >
      <FormProblem>{form.problem}</FormProblem>
      {!webhook && (
        <SelectField label="Network" {...form.field('peer_network_id')}>
          <option value="">Choose</option>
          {networks.map(({ id, display_name }) => (
            <option key={id} value={id}>
              {display_name}
            </option>
          ))}
        </SelectField>
      )}
      <Field
        label="Address"
        type="url"
        hint="It begins with https:// and belongs to a public server."
        autoComplete="off"
        maxLength={WEBHOOK_URL_LENGTH}
        {...form.field('url')}
      />
      <Events chosen={events} choose={setEvents} problem={form.problemOf('events')} />
      <div className={styles.acts}>
        <SubmitButton isPending={form.isPending}>{webhook ? 'Save' : 'Add webhook'}</SubmitButton>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  )
}

interface EventsProps {
  chosen: readonly WebhookEvent[]
  choose: (events: WebhookEvent[]) => void
  problem: string | undefined
}

const Events = ({ chosen, choose, problem }: EventsProps) => (
  <fieldset className={styles.choices}>
    <legend>What is sent</legend>
    {EVENTS.map(([event, label], index) => (
      <CheckboxField
        key={event}
        label={label}
        hint={event}
        checked={chosen.includes(event)}
        problem={index === EVENTS.length - 1 ? problem : undefined}
        onChange={({ target }) => choose(target.checked ? [...chosen, event] : chosen.filter((each) => each !== event))}
      />
    ))}
  </fieldset>
)
