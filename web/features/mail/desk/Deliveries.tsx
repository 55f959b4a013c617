import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GetStaffMailDeliveries, SendMailAgain, type GetStaffMailDeliveriesQuery } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { Button } from '#web/kit/Button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useUser } from '#web/platform/session/session.ts'
import { deliveriesQuery } from './mail-desk.queries.ts'
import { Paged } from './Paged.tsx'
import styles from './MailDesk.module.css'

type Delivery = GetStaffMailDeliveriesQuery['staff_mail_deliveries']['items'][number]

const STATES = {
  queued: { label: 'Queued', Icon: IconClock },
  sent: { label: 'Sent', Icon: IconCheck },
  failed: { label: 'Failed', Icon: IconAlertTriangle },
} as const

/** Emails of ours, with what became of each. */
export function Deliveries() {
  const [search, setSearch] = useState('')
  const [state, setState] = useState('')
  const [offset, setOffset] = useState(0)
  const { data, isError, refetch } = useQuery({
    ...deliveriesQuery(search, state, offset),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className={styles.search} role="search">
        <Field
          label="Recipient"
          hint="The whole email address."
          type="search"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setOffset(0)
          }}
        />
        <SelectField
          label="State"
          value={state}
          onChange={({ target }) => {
            setState(target.value)
            setOffset(0)
          }}
        >
          <option value="">Any state</option>
          {Object.entries(STATES).map(([key, { label }]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <Paged
        label="Deliveries"
        page={data?.staff_mail_deliveries}
        {...{ isError, offset }}
        again={refetch}
        onPage={setOffset}
        none={search || state ? 'No email matches.' : 'No email was sent in the last 30 days.'}
      >
        {(delivery) => <Row key={delivery.id} delivery={delivery} />}
      </Paged>
    </>
  )
}

/** "Password reset" for password-reset. */
const kindOf = (kind: string) => {
  const words = kind.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function Row({ delivery }: { delivery: Delivery }) {
  const { time_zone } = useUser()
  const { id, to, kind, state, attempts, error, created_at, sent_at, can_be_sent_again } = delivery
  const { label, Icon } = STATES[state]
  const { run, isPending } = useCommand(SendMailAgain, {
    invalidate: [[GetStaffMailDeliveries.name]],
    success: 'The email is queued again',
    messages: { title: 'The email was not sent again' },
  })
  const when = sent_at ? `Sent ${longDate(sent_at, time_zone)}` : `Queued ${longDate(created_at, time_zone)}`
  return (
    <li className={`${rows.row} ${rows.tall}`}>
      <span className={classNames(styles.mark, state === 'failed' && styles.bad)} aria-hidden="true">
        <Icon size={18} />
      </span>
      <div className={rows.grow}>
        <p className={styles.title}>{kindOf(kind)}</p>
        <p className={rows.quiet}>To {to}</p>
        <p className={rows.quiet}>
          {state === 'failed' ? `${label}. ${when}` : when}
          {attempts > 1 && `, after ${attempts} attempts`}.
        </p>
        {error && state !== 'sent' && <p className={styles.why}>{error}</p>}
      </div>
      {can_be_sent_again && (
        <Button disabled={isPending} onClick={() => void run({ id })}>
          Send again
        </Button>
      )}
    </li>
  )
}
