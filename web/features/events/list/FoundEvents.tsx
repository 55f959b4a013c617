import { useQuery } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { allQuery } from '#web/features/events/events.queries.ts'
import { DocumentRow, SessionRow, VideoRow } from '#web/features/events/MaterialRows.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { useNow } from '#web/kit/use-now.ts'
import { FoundFailed } from '#web/platform/search/FirstFound.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { EventRow } from './EventRow.tsx'
import styles from '#web/features/events/Events.module.css'

interface Props {
  words: string
  /** Of each kind. */
  atMost: number
  onOpen: () => void
}

/** The first events, documents, videos and sessions for a search over everything; the page of events has the others. */
export function FoundEvents({ words, atMost, onOpen }: Props) {
  const { time_zone: zone } = useUser()
  const { data, isError, error, refetch, dataUpdatedAt } = useQuery({
    ...allQuery({ search: words }),
    enabled: words !== '',
  })
  const now = useNow(dataUpdatedAt)
  if (words === '') return <p>To search events, add at least one word to your filters.</p>
  if (!data) return isError ? <FoundFailed error={error} again={() => void refetch()} /> : <Skeleton width="most" />
  const { events, event_documents, event_videos, mainstage_sessions } = data
  const count = events.count + event_documents.count + event_videos.count + mainstage_sessions.count
  if (count === 0) return <p>No events found.</p>
  return (
    <>
      <ul onClick={onOpen}>
        {events.items.slice(0, atMost).map((event) => (
          <EventRow key={`event ${event.id}`} event={event} zone={zone} now={now} />
        ))}
        {event_videos.items.slice(0, atMost).map((line) => (
          <VideoRow key={`video ${line.id}`} line={line} zone={zone} isListed />
        ))}
        {mainstage_sessions.items.slice(0, atMost).map((line) => (
          <SessionRow key={`session ${line.id}`} line={line} zone={zone} isListed />
        ))}
        {event_documents.items.slice(0, atMost).map((line) => (
          <DocumentRow key={`document ${line.id}`} line={line} zone={zone} isListed />
        ))}
      </ul>
      <p>
        <Link to={ROUTES.events} search={{ view: 'all', search: words } as never} className={styles.link}>
          {counted(count, 'result')} in Events
        </Link>
      </p>
    </>
  )
}
