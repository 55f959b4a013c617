import { IconCreditCard, IconKey, IconMail, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ACCOUNT_EVENTS_PAGE } from '#shared/staff-members.ts'
import { agoOf, longDate } from '#shared/kit/dates.ts'
import { SelectMenu } from '#web/kit/forms/Controls.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { classNames } from '#web/kit/class-names.ts'
import rows from '#web/kit/list/Rows.module.css'
import { useUser } from '#web/platform/session/session.ts'
import { wordsOf } from './account-events.ts'
import { accountEventsQuery, type AccountEvent } from './staff-members.queries.ts'
import styles from './StaffMembers.module.css'

type Topic = AccountEvent['topic']
const TOPICS: Record<Topic, { label: string; Icon: typeof IconUser }> = {
  account: { label: 'Account', Icon: IconUser },
  sign_in: { label: 'Sign-in', Icon: IconKey },
  payment: { label: 'Payments', Icon: IconCreditCard },
  email: { label: 'Emails', Icon: IconMail },
}
const CHOICES = Object.entries(TOPICS).map(([value, { label }]) => ({ value, label }))

/** Everything that happened to the account, newest first. */
export function Timeline({ id }: { id: number }) {
  const [topic, setTopic] = useState<Topic | ''>('')
  const [offset, setOffset] = useState(0)
  const { data, isError, refetch } = useQuery({
    ...accountEventsQuery(id, topic || null, offset),
    placeholderData: keepPreviousData,
  })
  const events = data?.account_events
  const choose = (value: string) => {
    setTopic(value as Topic | '')
    setOffset(0)
  }
  if (isError && !events)
    return (
      <StatePage title="We couldn’t load the timeline" again={refetch}>
        The records are safe.
      </StatePage>
    )
  if (!events) return <Skeleton width="most" />
  return (
    <>
      <SelectMenu
        label="Show"
        none="All kinds"
        value={topic}
        options={CHOICES}
        onChange={choose}
        className={styles.kinds}
      />
      {events.count === 0 && <p className={styles.empty}>Nothing of this kind has happened.</p>}
      <ol aria-label="Timeline" className={styles.timeline}>
        {events.items.map((event) => (
          <Row key={event.key} event={event} />
        ))}
      </ol>
      <Pager
        offset={offset}
        count={events.count}
        page={ACCOUNT_EVENTS_PAGE}
        onChange={setOffset}
        back="Newer"
        more="Older"
      />
    </>
  )
}

function Row({ event }: { event: AccountEvent }) {
  const { time_zone } = useUser()
  const { Icon } = TOPICS[event.topic]
  const { title, details, isBad } = wordsOf(event, time_zone)
  const rest = [event.actor && `By ${event.actor.name}`, details].filter(Boolean).join('. ')
  return (
    <li className={styles.event}>
      <span className={classNames(styles.mark, isBad && styles.markBad)} aria-hidden="true">
        <Icon size={16} />
      </span>
      <div className={rows.grow}>
        <p className={isBad ? styles.strong : undefined}>{title}</p>
        {rest && <p className={`t-meta ${rows.quiet}`}>{rest}</p>}
      </div>
      <time dateTime={event.at} title={longDate(event.at, time_zone)} className={`t-meta ${rows.quiet}`}>
        {agoOf(event.at, time_zone)}
      </time>
    </li>
  )
}
