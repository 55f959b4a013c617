import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GetSecurityEvents, type GetSecurityEventsQuery } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { SECURITY_EVENTS, SECURITY_EVENTS_PAGE, type SecurityEventKind } from '#shared/security-events.ts'
import styles from '#web/features/moderation/StaffPage.module.css'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'
import { StaffFilters } from '#web/platform/shell/StaffFilters.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

type Event = GetSecurityEventsQuery['security_events']['items'][number]
type Chosen = SecurityEventKind | 'all'

const KINDS: readonly { key: Chosen; label: string }[] = [
  { key: 'all', label: 'Everything' },
  { key: 'sign_in.failed', label: 'Failed' },
  { key: 'sign_in.refused', label: 'Refused' },
  { key: 'sign_in.locked', label: 'Slowed down' },
  { key: 'second_step.failed', label: 'Second step' },
  { key: 'session.revoked', label: 'Sessions' },
  { key: 'permission.refused', label: 'Permissions' },
  { key: 'staff.acted', label: 'Staff' },
  { key: 'staff.read', label: 'Reading' },
  { key: 'data.exported', label: 'Copies' },
]

/** Security events of accounts and the site, newest first. They cannot be changed. */
export function SecurityEventsPage() {
  const [kind, setKind] = useState<Chosen>('all')
  const [offset, setOffset] = useState(0)
  const choose = (chosen: Chosen) => {
    setKind(chosen)
    setOffset(0)
  }
  return (
    <StaffPage
      title="Security events"
      lede="Failed sign-ins, refusals, ended sessions, staff actions, and data copies. No one can change these records."
    >
      <StaffFilters choices={KINDS} chosen={kind} onChoose={choose} />
      <Events kind={kind} offset={offset} onTurn={setOffset} />
    </StaffPage>
  )
}

interface EventsProps {
  kind: Chosen
  offset: number
  onTurn: (offset: number) => void
}

function Events({ kind, offset, onTurn }: EventsProps) {
  const asked = { ...(kind !== 'all' && { kind }), offset, limit: SECURITY_EVENTS_PAGE }
  const query = operationQuery(GetSecurityEvents, asked, { staleTime: 0 })
  const { data, isError, refetch } = useQuery({ ...query, placeholderData: keepPreviousData })
  const events = data?.security_events
  if (!events && isError)
    return (
      <StatePage title="We couldn’t load security events" again={refetch}>
        The records are safe.
      </StatePage>
    )
  if (!events) return <Skeleton width="most" />
  if (events.count === 0)
    return (
      <StatePage title={kind === 'all' ? 'No events yet' : 'No events of this type'}>
        Security events appear here.
      </StatePage>
    )
  return (
    <>
      <ol className={styles.list} aria-label="Security events">
        {events.items.map((event) => (
          <Row key={event.id} event={event} />
        ))}
      </ol>
      <Pager
        offset={offset}
        count={events.count}
        page={SECURITY_EVENTS_PAGE}
        onChange={onTurn}
        back="Newer"
        more="Older"
      />
    </>
  )
}

const factsOf = (facts: unknown) =>
  Object.entries(facts as Record<string, unknown>)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value)}`)
    .join(', ')

function Row({ event: { kind, member, ip_address, device, facts, at } }: { event: Event }) {
  const { time_zone } = useUser()
  const from = [device, ip_address].filter((part) => part !== null).join(', ')
  const details = factsOf(facts)
  return (
    <li className={styles.row}>
      <p className={styles.byline}>
        <span className={styles.name}>{SECURITY_EVENTS[kind as SecurityEventKind] ?? kind}</span>
        {member && `: ${member.name}`}. <time dateTime={at}>{longDate(at, time_zone)}</time>
      </p>
      {from && <p className={styles.facts}>{from}</p>}
      {details && <p className={styles.facts}>{details}</p>}
    </li>
  )
}
