import { ROUTES } from '#shared/routes.ts'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { requireId, requireRecord } from '#web/routes/record.ts'

type Search = Record<string, unknown>
const module = 'web/features/events/Events.tsx'
const load = () => import('#web/features/events/Events.tsx')
const Events = lazyRouteComponent(load, 'EventsRoute')
const Event = lazyRouteComponent(load, 'EventRoute')
const Mainstage = lazyRouteComponent(load, 'MainstagePage')
const Session = lazyRouteComponent(load, 'SessionRoute')
const validateSearch = (search: Search) => search

const eventsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.events,
  staticData: { module },
  validateSearch,
  loader: async ({ context: { queryClient }, location: { search } }) => {
    await Events.preload?.()
    if (import.meta.env.SSR) await (await load()).prefetchEvents(queryClient, search)
    return null
  },
  component: () => <Events search={eventsRoute.useSearch()} />,
})

const mainstageRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.mainstage,
  staticData: { module },
  loader: async ({ context: { queryClient } }) => {
    await Mainstage.preload?.()
    if (import.meta.env.SSR) await (await load()).prefetchSessions(queryClient)
    return null
  },
  component: Mainstage,
})

const sessionRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: `${ROUTES.mainstage}/$sessionId`,
  staticData: { module },
  validateSearch,
  beforeLoad: ({ params }) => requireId(params.sessionId),
  loader: async ({ context: { queryClient }, params: { sessionId } }) => {
    await Session.preload?.()
    if (import.meta.env.SSR) await requireRecord(queryClient, (await load()).sessionQuery(Number(sessionId)))
    return null
  },
  component: SessionRoutePage,
  // The page itself says that there is nothing here, both here and in the browser.
  notFoundComponent: SessionRoutePage,
})

function SessionRoutePage() {
  return <Session id={Number(sessionRoute.useParams().sessionId)} search={sessionRoute.useSearch()} />
}

const eventRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: `${ROUTES.events}/$eventId`,
  staticData: { module },
  validateSearch,
  beforeLoad: ({ params }) => requireId(params.eventId),
  loader: async ({ context: { queryClient }, params: { eventId }, location: { search } }) => {
    await Event.preload?.()
    if (import.meta.env.SSR) {
      const { eventPageQuery } = await load()
      await requireRecord<object, readonly unknown[]>(queryClient, eventPageQuery(Number(eventId), search) as never)
    }
    return null
  },
  component: EventRoutePage,
  notFoundComponent: EventRoutePage,
})

function EventRoutePage() {
  return <Event id={Number(eventRoute.useParams().eventId)} search={eventRoute.useSearch()} />
}

export const eventRoutes = [eventsRoute, mainstageRoute, sessionRoute, eventRoute]
