import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  AnswerEventRequest,
  CancelEvent,
  GetContentNetworks,
  GetStaffEventRequests,
  SearchFilterEvents,
} from '#api/operations.ts'
import { eventPath } from '#shared/events.ts'
import { longDate } from '#shared/kit/dates.ts'
import { MATERIALS_PAGE } from '#shared/materials.ts'
import { longWallDay, wallTime } from '#web/features/events/event-times.ts'
import { eventQuery, type EventLine } from '#web/features/events/events.queries.ts'
import { EventSearch } from '#web/features/events/list/EventSearch.tsx'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { PagedList } from '#web/kit/list/PagedList.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'
import { pagedQuery } from '#web/platform/api/paged-query.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { CategoriesDesk } from './CategoriesDesk.tsx'
import { EventForm } from './EventForm.tsx'
import { MaterialsDesk } from './MaterialsDesk.tsx'
import { PhotosDesk } from './PhotosDesk.tsx'
import styles from '#web/features/events/Events.module.css'

const requestsQuery = pagedQuery(GetStaffEventRequests, {}, { field: 'staff_event_requests', size: MATERIALS_PAGE })
const listQuery = (search: string) => ({
  ...pagedQuery(SearchFilterEvents, { ...(search && { search }) }, { field: 'events' as const, size: MATERIALS_PAGE }),
})

/** Staff plan events, add their materials, and answer what members ask for. */
export function StaffEventsPage() {
  const [search, setSearch] = useState('')
  /** 'new', or the event that is open. */
  const [open, setOpen] = useState<number | 'new'>()
  const close = () => setOpen(undefined)
  const { permissions_everywhere } = useUser()
  const own = useQuery(operationQuery(GetContentNetworks, {})).data?.content_networks
  return (
    <StaffPage
      title="Events"
      lede="Plan events, add their materials, and answer requests. Members are told what changes."
    >
      <Section title="Requests for material">
        <Requests />
      </Section>
      <Section title="Events">
        <p className={styles.acts}>
          <Button look="filled" onClick={() => setOpen('new')}>
            New event
          </Button>
        </p>
        {open === 'new' && <EventForm onClose={close} />}
        <EventSearch value={search} onSearch={setSearch} />
        <PagedList
          query={useInfiniteQuery(listQuery(search))}
          label="Events"
          className={styles.list}
          keyOf={({ id }) => id}
          skeleton={<Skeleton width="most" />}
          failed={(again) => (
            <StatePage title="We couldn’t load the events" again={again}>
              Nothing was changed.
            </StatePage>
          )}
          empty={<StatePage title="No events" />}
        >
          {(event) => (
            <DeskRow
              event={event}
              mayEdit={own?.some(({ id }) => id === event.network.id) ?? false}
              isOpen={open === event.id}
              onOpen={() => setOpen(event.id)}
              onClose={close}
            />
          )}
        </PagedList>
      </Section>
      {permissions_everywhere.includes('content') && (
        <Section title="Categories">
          <CategoriesDesk />
        </Section>
      )}
    </StaffPage>
  )
}

function Requests() {
  const { time_zone } = useUser()
  const { run, isPending } = useCommand(AnswerEventRequest, {
    invalidate: [requestsQuery.queryKey],
    success: 'Marked as answered',
  })
  return (
    <PagedList
      query={useInfiniteQuery(requestsQuery)}
      label="Requests for material"
      className={styles.list}
      keyOf={({ id }) => id}
      skeleton={<Skeleton width="most" />}
      failed={(again) => (
        <StatePage title="We couldn’t load the requests" again={again}>
          Nothing was changed.
        </StatePage>
      )}
      empty={<p className={styles.note}>Nothing is waiting.</p>}
    >
      {({ id, description, user, event, created_at, answered_at }) => (
        <li className={styles.material}>
          <div className={styles.about}>
            <p>{description}</p>
            <p className={styles.facts}>
              {user.name}, {longDate(created_at, time_zone)}
              {event && (
                <>
                  . <Link to={eventPath(event.id)}>{event.title}</Link>
                </>
              )}
              {answered_at && '. Answered'}
            </p>
          </div>
          {!answered_at && (
            <Button
              aria-disabled={isPending}
              aria-label={`Mark as answered: ${description}`}
              onClick={() => void run({ id })}
            >
              Mark as answered
            </Button>
          )}
        </li>
      )}
    </PagedList>
  )
}

interface DeskRowProps {
  event: EventLine
  /** Members of staff also see events of networks that they do not work for. */
  mayEdit: boolean
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
}

function DeskRow({ event, mayEdit, isOpen, onOpen, onClose }: DeskRowProps) {
  const { id, title, wall_start, time_zone, capacity, num_of_attending, num_of_waiting, cancelled_at, network } = event
  return (
    <li className={styles.deskRow}>
      <div className={styles.material}>
        <div className={styles.about}>
          <h3 className={styles.materialTitle}>
            <Link to={eventPath(id)}>{title}</Link>
          </h3>
          <p className={styles.facts}>
            {[
              network.display_name,
              `${longWallDay(wall_start)}, ${wallTime(wall_start)} (${time_zone})`,
              capacity !== null && `${num_of_attending} of ${capacity} attending, ${num_of_waiting} waiting`,
              cancelled_at && 'Canceled',
            ]
              .filter(Boolean)
              .join('. ')}
          </p>
        </div>
        {mayEdit && (
          <Button
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Close' : 'Edit'}: ${title}`}
            onClick={isOpen ? onClose : onOpen}
          >
            {isOpen ? 'Close' : 'Edit'}
          </Button>
        )}
      </div>
      {isOpen && <OpenEvent event={event} onClose={onClose} />}
    </li>
  )
}

function OpenEvent({ event: { id, title, cancelled_at }, onClose }: { event: EventLine; onClose: () => void }) {
  const { data } = useQuery({ ...eventQuery(id), staleTime: 0 })
  const [isAsking, setAsking] = useState(false)
  const cancel = useCommand(CancelEvent, {
    invalidate: [[SearchFilterEvents.name], eventQuery(id).queryKey],
    success: 'Event canceled. Everyone registered is told.',
    onSuccess: onClose,
  })
  if (!data?.event) return <Skeleton width="most" />
  return (
    <>
      <EventForm key={id} event={data.event} onClose={onClose} />
      <MaterialsDesk event={data.event} />
      <PhotosDesk event={data.event} />
      {!cancelled_at && !isAsking && (
        <Button look="bare" onClick={() => setAsking(true)}>
          Cancel this event
        </Button>
      )}
      {isAsking && (
        <ConfirmForm
          question={<p className={styles.note}>Cancel “{title}”? Everyone registered is told. This can’t be undone.</p>}
          confirm="Cancel the event"
          cancel="Keep it"
          isPending={cancel.isPending}
          onConfirm={() => void cancel.run({ id })}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
