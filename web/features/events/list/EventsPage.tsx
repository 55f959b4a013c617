import { useInfiniteQuery, useQuery, type UseInfiniteQueryResult, type InfiniteData } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { dayKey } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { monthOf, zoneName } from '#web/features/events/event-times.ts'
import {
  ALL_ROWS,
  allQuery,
  documentsQuery,
  eventsQuery,
  videosQuery,
  type EventLine,
} from '#web/features/events/events.queries.ts'
import { DocumentRow, SessionRow, VideoRow } from '#web/features/events/MaterialRows.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { PagedList, type ListPage } from '#web/kit/list/PagedList.tsx'
import { useNow } from '#web/kit/use-now.ts'
import { track } from '#web/platform/analytics/analytics.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { referral } from '#web/platform/navigation/referral.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { SectionNav } from '#web/platform/shell/SectionNav.tsx'
import { EventFilters } from './EventFilters.tsx'
import { EventRow } from './EventRow.tsx'
import { EventSearch } from './EventSearch.tsx'
import { EventsSide } from './EventsSide.tsx'
import { EVENT_VIEWS, isNarrowed, type EventsSearch, type EventsViewName } from './events-search.ts'
import styles from '#web/features/events/Events.module.css'

const LABELS: Record<EventsViewName, string> = {
  upcoming: 'Upcoming',
  past: 'Past',
  all: 'All',
  documents: 'Documents',
  videos: 'Videos',
}

/** Events to come and past, their documents and videos, with search and filters. */
export function EventsPage({ search }: { search: EventsSearch }) {
  useTitle('Events')
  useEffect(() => void track('events-viewed', referral()), [])
  const navigate = useNavigate()
  const { time_zone: zone } = useUser()
  const view = search.view ?? 'upcoming'
  const isLibrary = view === 'documents' || view === 'videos'
  useEffect(() => {
    if (isLibrary) void track('content-library-viewed', referral())
  }, [isLibrary])
  const change = (part: { [name in keyof EventsSearch]: EventsSearch[name] | undefined }) =>
    void navigate({ to: ROUTES.events, search: { ...search, ...part } as never, replace: true })
  const clear = () =>
    void navigate({ to: ROUTES.events, search: (search.view ? { view: search.view } : {}) as never, replace: true })
  const shown = { search, zone, onClear: clear }
  return (
    <Page side={<EventsSide zone={zone} />} hasDesk>
      <h1 className="t-page-title">Events</h1>
      <p className={styles.lede}>
        Times are shown in {zoneName(zone, new Date().toISOString())}.{' '}
        <Link to={ROUTES.profileSettings} className={styles.link}>
          Change
        </Link>
      </p>
      <EventSearch value={search.search ?? ''} onSearch={(words) => change({ search: words || undefined })} />
      <SectionNav label="Events and their materials">
        {EVENT_VIEWS.map((each) => (
          <Link
            key={each}
            to={ROUTES.events}
            search={{ ...search, view: each === 'upcoming' ? undefined : each } as never}
            aria-current={each === view ? 'page' : undefined}
            activeOptions={{ exact: true, includeSearch: true }}
            resetScroll={false}
          >
            {LABELS[each]}
          </Link>
        ))}
        <Link to={ROUTES.mainstage}>Main stage</Link>
      </SectionNav>
      <EventFilters search={search} view={view} onChange={change} />
      {view === 'documents' ? (
        <Documents {...shown} />
      ) : view === 'videos' ? (
        <Videos {...shown} />
      ) : view === 'all' ? (
        <Everything {...shown} />
      ) : (
        <EventList {...shown} />
      )}
    </Page>
  )
}

interface Shown {
  search: EventsSearch
  zone: string
  onClear: () => void
}

const Rows = () => (
  <div className={styles.waiting} aria-busy="true">
    {[0, 1, 2, 3].map((row) => (
      <div key={row}>
        <Skeleton shape="title" width="most" />
        <Skeleton width="half" />
      </div>
    ))}
  </div>
)

interface FoundProps<Line> extends Shown {
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Line>>>
  label: string
  one: string
  empty: string
  group?: (lines: readonly Line[]) => { day: string; lines: readonly Line[] }[]
  children: (line: Line) => ReactNode
}

function Found<Line extends { id: number }>({
  query,
  label,
  one,
  empty,
  search,
  onClear,
  children,
  group,
}: FoundProps<Line>) {
  const isFiltered = isNarrowed(search)
  return (
    <PagedList
      query={query}
      label={label}
      className={styles.list}
      keyOf={({ id }) => id}
      skeleton={<Rows />}
      failed={(again) => (
        <LoadFailed title={`We couldn’t load the ${label.toLowerCase()}`} again={again}>
          Something went wrong while loading this list. Your registrations are safe.
        </LoadFailed>
      )}
      empty={
        <StatePage title={isFiltered ? 'No results' : empty}>
          <p>
            {isFiltered
              ? 'Try fewer words or filters. You can also request material that is missing.'
              : 'Events of your networks, and of those that share theirs with you, appear here.'}
          </p>
        </StatePage>
      }
      head={(count) => (
        <>
          {!group && <h2 className="visually-hidden">{label}</h2>}
          <p className={isFiltered ? styles.count : 'visually-hidden'} role="status">
            {count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${label.toLowerCase()}`}
            {isFiltered && (
              <Button look="bare" onClick={onClear}>
                Clear search and filters
              </Button>
            )}
          </p>
        </>
      )}
      {...(group && { group, groupHead: (month: string) => <h2 className={styles.month}>{month}</h2> })}
    >
      {children}
    </PagedList>
  )
}

function EventList(shown: Shown) {
  const { search, zone } = shown
  const query = useInfiniteQuery(eventsQuery(search))
  const now = useNow(query.dataUpdatedAt)
  const isFound = search.search !== undefined
  const byMonth = (lines: readonly EventLine[]) => {
    const months = Map.groupBy(lines, ({ start_date }) => dayKey(start_date, zone).slice(0, 7))
    return [...months.values()].map((each) => ({ day: monthOf(each[0]!.start_date, zone), lines: each }))
  }
  return (
    <Found
      {...shown}
      query={query}
      label="Events"
      one="event"
      empty={search.view === 'past' ? 'No past events' : 'No events are planned'}
      // Found events are in the order of the search.
      {...(!isFound && { group: byMonth })}
    >
      {(event) => <EventRow event={event} zone={zone} now={now} />}
    </Found>
  )
}

const Documents = (shown: Shown) => (
  <Found
    {...shown}
    query={useInfiniteQuery(documentsQuery(shown.search))}
    label="Documents"
    one="document"
    empty="No documents yet"
  >
    {(line) => <DocumentRow line={line} zone={shown.zone} isListed />}
  </Found>
)

const Videos = (shown: Shown) => (
  <Found
    {...shown}
    query={useInfiniteQuery(videosQuery(shown.search))}
    label="Videos"
    one="video"
    empty="No videos yet"
  >
    {(line) => <VideoRow line={line} zone={shown.zone} isListed />}
  </Found>
)

/** The first of each kind, with how many there are. */
function Everything({ search, zone, onClear }: Shown) {
  const query = useQuery(allQuery(search))
  const now = useNow(query.dataUpdatedAt)
  const { data, isError, refetch } = query
  if (!data)
    return isError ? (
      <LoadFailed title="We couldn’t search the events" again={refetch}>
        Something went wrong while searching. Try again in a moment.
      </LoadFailed>
    ) : (
      <Rows />
    )
  const { events, event_documents, event_videos, mainstage_sessions } = data
  const total = events.count + event_documents.count + event_videos.count + mainstage_sessions.count
  return (
    <>
      <p className={styles.count} role="status">
        {counted(total, 'result')}
        {isNarrowed(search) && (
          <Button look="bare" onClick={onClear}>
            Clear search and filters
          </Button>
        )}
      </p>
      {total === 0 && (
        <StatePage title="No results">
          <p>Try fewer words or filters. You can also request material that is missing.</p>
        </StatePage>
      )}
      <Kind title="Events" count={events.count} more={{ ...search, view: undefined }}>
        {events.items.map((event) => (
          <EventRow key={event.id} event={event} zone={zone} now={now} />
        ))}
      </Kind>
      <Kind title="Documents" count={event_documents.count} more={{ ...search, view: 'documents' }}>
        {event_documents.items.map((line) => (
          <DocumentRow key={line.id} line={line} zone={zone} isListed />
        ))}
      </Kind>
      <Kind title="Videos" count={event_videos.count} more={{ ...search, view: 'videos' }}>
        {event_videos.items.map((line) => (
          <VideoRow key={line.id} line={line} zone={zone} isListed />
        ))}
      </Kind>
      <Kind title="Main stage" count={mainstage_sessions.count}>
        {mainstage_sessions.items.map((line) => (
          <SessionRow key={line.id} line={line} zone={zone} isListed />
        ))}
      </Kind>
    </>
  )
}

interface KindProps {
  title: string
  count: number
  more?: object
  children: ReactNode
}

const Kind = ({ title, count, more, children }: KindProps) =>
  count > 0 && (
    <Section title={`${title} (${count.toLocaleString('en-US')})`}>
      <ul className={styles.list}>{children}</ul>
      {more && count > ALL_ROWS && (
        <Link to={ROUTES.events} search={more as never} className={styles.link}>
          All {count.toLocaleString('en-US')}
        </Link>
      )}
    </Section>
  )
