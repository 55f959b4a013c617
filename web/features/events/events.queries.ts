/** Queries for events and their materials. */
import { keepPreviousData } from '@tanstack/react-query'
import {
  CancelRegistration,
  GetAttendedEvents,
  GetEventById,
  GetEventCategories,
  GetEventExpertises,
  GetEventVideoById,
  GetEventsDateRange,
  GetExpertises,
  GetLocations,
  GetMainStageSessionById,
  GetMainStageSessions,
  RegisterForEvent,
  SearchFilterAllEvents,
  SearchFilterEventDocuments,
  SearchFilterEventVideos,
  SearchFilterEvents,
  TrackEventView,
  type EventAttendanceFragment,
  type EventDocumentRowFragment,
  type EventRowFragment,
  type EventVideoRowFragment,
  type GetEventByIdQuery,
  type MainStageRowFragment,
} from '#api/operations.ts'
import { MATERIALS_PAGE } from '#shared/materials.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { pagedQuery } from '#web/platform/api/paged-query.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import type { EventsSearch } from './list/events-search.ts'

export type EventLine = EventRowFragment
export type EventView = NonNullable<GetEventByIdQuery['event']>
export type Attendance = EventAttendanceFragment
export type DocumentLine = EventDocumentRowFragment & {
  page_hits?: readonly { number: number; label: string; excerpt: string }[]
}
export type VideoLine = EventVideoRowFragment & { cue_hits?: readonly CueHitLine[] }
export type SessionLine = MainStageRowFragment & { cue_hits?: readonly CueHitLine[] }
interface CueHitLine {
  starts_at_ms: number
  excerpt: string
}

const LISTS_STALE_MS = 300_000
const HOUR_MS = 3_600_000

const filters = ({ search, category, area }: EventsSearch) => ({
  ...(search && { search }),
  ...(category && { categories: [category] }),
  ...(area && { areas_of_expertise: [area] }),
})
const places = ({ location }: EventsSearch) => (location ? { locations: [location] } : {})
const later = (a: string, b: string | undefined) => (b && b > a ? b : a)
const earlier = (a: string, b: string | undefined) => (b && b < a ? b : a)

/** To come or past. The hour, not the instant: the page on the server and in the browser asks the same. */
function datesOf({ view, from, to }: EventsSearch) {
  const hour = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS).toISOString()
  const range = {
    ...(from && { date_from: new Date(`${from}T00:00:00Z`).toISOString() }),
    ...(to && { date_to: new Date(Date.parse(`${to}T00:00:00Z`) + 24 * HOUR_MS).toISOString() }),
  }
  return view === 'past'
    ? { ...range, date_to: earlier(hour, range.date_to) }
    : { ...range, date_from: later(hour, range.date_from) }
}

export const eventsQuery = (search: EventsSearch) => ({
  ...pagedQuery(
    SearchFilterEvents,
    {
      ...filters(search),
      ...places(search),
      ...datesOf(search),
      ...(!search.search && {
        order_by: search.view === 'past' ? ('latest_first' as const) : ('upcoming_first' as const),
      }),
    },
    { field: 'events', size: MATERIALS_PAGE },
  ),
  placeholderData: keepPreviousData,
})
export const documentsQuery = (search: EventsSearch) => ({
  ...pagedQuery(SearchFilterEventDocuments, filters(search), { field: 'event_documents', size: MATERIALS_PAGE }),
  placeholderData: keepPreviousData,
})
export const videosQuery = (search: EventsSearch) => ({
  ...pagedQuery(SearchFilterEventVideos, filters(search), { field: 'event_videos', size: MATERIALS_PAGE }),
  placeholderData: keepPreviousData,
})
/** Rows of each kind in the search over everything; the tabs have the others. */
export const ALL_ROWS = 5
export const allQuery = (search: EventsSearch) => ({
  ...operationQuery(SearchFilterAllEvents, { ...filters(search), ...places(search), limit: ALL_ROWS }),
  placeholderData: keepPreviousData,
})
export const sessionsQuery = pagedQuery(GetMainStageSessions, {}, { field: 'mainstage_sessions', size: MATERIALS_PAGE })

export const eventQuery = (id: number) => operationQuery(GetEventById, { id })
export const eventVideoQuery = (id: number) => operationQuery(GetEventVideoById, { id })
export const sessionQuery = (id: number) => operationQuery(GetMainStageSessionById, { id })
export const attendedQuery = operationQuery(GetAttendedEvents, {})
export const dateRangeQuery = operationQuery(GetEventsDateRange, {}, { staleTime: LISTS_STALE_MS })
export const categoriesQuery = operationQuery(GetEventCategories, {}, { staleTime: LISTS_STALE_MS })
export const expertisesQuery = operationQuery(GetEventExpertises, {}, { staleTime: LISTS_STALE_MS })
export const areasQuery = operationQuery(GetExpertises, {}, { staleTime: LISTS_STALE_MS })
export const locationsQuery = operationQuery(GetLocations, {}, { staleTime: LISTS_STALE_MS })

const invalidate = [
  [SearchFilterEvents.name],
  [SearchFilterAllEvents.name],
  [GetEventById.name],
  [GetAttendedEvents.name],
] as const
export const useRegistering = () =>
  useCommand(RegisterForEvent, {
    invalidate,
    success: ({ registerForEvent: { registration } }) =>
      registration?.status === 'waiting'
        ? 'You’re on the waiting list. We’ll notify you if a place opens up.'
        : 'You’re attending. We’ll remind you the day before.',
  })
export const useLeaving = () => useCommand(CancelRegistration, { invalidate, success: 'You’re no longer registered.' })

export const trackEventView = (id: number) => execute(TrackEventView, { event_id: id })
