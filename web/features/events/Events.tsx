/** All pages of events in one chunk. Converts URL parameters to props. */
import { EventPage } from '#web/features/events/event/EventPage.tsx'
import { eventQuery, eventVideoQuery, sessionQuery } from '#web/features/events/events.queries.ts'
import { EventsPage } from '#web/features/events/list/EventsPage.tsx'
import { readEventsSearch } from '#web/features/events/list/events-search.ts'
import { SessionPage, VideoPage } from '#web/features/events/watch/WatchPages.tsx'

export { MainstagePage } from '#web/features/events/watch/MainstagePage.tsx'
export { sessionQuery }

type Search = Record<string, unknown>

const idIn = (value: unknown) => (/^[1-9]\d{0,15}$/.test(String(value)) ? Number(value) : undefined)
const secondsIn = ({ t }: Search) => (/^\d{1,6}$/.test(String(t)) ? Number(t) : undefined)

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
