/** All pages of events in one chunk. Converts URL parameters to props. */
import type { QueryClient } from '@tanstack/react-query'
import { EventPage } from '#web/features/events/event/EventPage.tsx'
import {
  allQuery,
  documentsQuery,
  eventQuery,
  eventsQuery,
  eventVideoQuery,
  sessionQuery,
  sessionsQuery,
  videosQuery,
} from '#web/features/events/events.queries.ts'
import { EventsPage } from '#web/features/events/list/EventsPage.tsx'
import { readEventsSearch } from '#web/features/events/list/events-search.ts'
import { SessionPage, VideoPage } from '#web/features/events/watch/WatchPages.tsx'

export { MainstagePage } from '#web/features/events/watch/MainstagePage.tsx'
export { sessionQuery }

type Search = Record<string, unknown>

const idIn = (value: unknown) => (/^[1-9]\d{0,15}$/.test(String(value)) ? Number(value) : undefined)
const secondsIn = ({ t }: Search) => (/^\d{1,6}$/.test(String(t)) ? Number(t) : undefined)

/** The first page of the list that is shown, for the server. The browser retries what failed there. */
export async function prefetchEvents(client: QueryClient, given: Search): Promise<void> {
  const search = readEventsSearch(given)
  if (search.view === 'all') await client.prefetchQuery(allQuery(search))
  else if (search.view === 'documents') await client.prefetchInfiniteQuery(documentsQuery(search))
  else if (search.view === 'videos') await client.prefetchInfiniteQuery(videosQuery(search))
  else await client.prefetchInfiniteQuery(eventsQuery(search))
}
export const prefetchSessions = (client: QueryClient) => client.prefetchInfiniteQuery(sessionsQuery)

/** What the page needs: the event, or one of its recordings. */
export const eventPageQuery = (id: number, { video }: Search) => {
  const videoId = idIn(video)
  return videoId === undefined ? eventQuery(id) : eventVideoQuery(videoId)
}

export const EventsRoute = ({ search }: { search: Search }) => <EventsPage search={readEventsSearch(search)} />

export function EventRoute({ id, search }: { id: number; search: Search }) {
  const videoId = idIn(search['video'])
  return videoId === undefined ? (
    <EventPage key={id} id={id} />
  ) : (
    <VideoPage key={videoId} id={videoId} startAt={secondsIn(search)} />
  )
}

export const SessionRoute = ({ id, search }: { id: number; search: Search }) => (
  <SessionPage key={id} id={id} startAt={secondsIn(search)} />
)
