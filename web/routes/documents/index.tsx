import { ROUTES } from '#shared/routes.ts'
import { notFound, rootRouteId } from '#web/platform/router/interrupts.ts'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { isId, requireRecord, withModule } from '#web/routes/record.ts'

// The pages share one module, and parse the search parameters themselves.
const load = () => import('#web/features/documents/Documents.tsx')
const module = 'web/features/documents/Documents.tsx'
const validateSearch = (search: Record<string, unknown>) => search
const List = lazyRouteComponent(load, 'ListRoute')
const Featured = lazyRouteComponent(load, 'FeaturedRoute')
const Requests = lazyRouteComponent(load, 'RequestsRoute')
const Share = lazyRouteComponent(load, 'ShareRoute')
const Document = lazyRouteComponent(load, 'DocumentRoute')

const common = { getParentRoute: () => mainRoute, staticData: { module }, validateSearch }

const listRoute = createRoute({
  ...common,
  path: ROUTES.peerDocuments,
  loader: withModule(List),
  component: () => <List search={listRoute.useSearch()} />,
})
const featuredRoute = createRoute({
  ...common,
  path: ROUTES.featuredPeerDocuments,
  loader: withModule(Featured),
  component: () => <Featured search={featuredRoute.useSearch()} />,
})
const requestsRoute = createRoute({
  ...common,
  path: ROUTES.documentRequests,
  loader: withModule(Requests),
  component: () => <Requests search={requestsRoute.useSearch()} />,
})
const shareRoute = createRoute({
  ...common,
  path: ROUTES.shareDocument,
  loader: withModule(Share),
  component: () => <Share search={shareRoute.useSearch()} />,
})
const documentRoute = createRoute({
  ...common,
  path: `${ROUTES.peerDocuments}/$documentId`,
  beforeLoad: ({ params }) => {
    if (!isId(params.documentId)) throw notFound({ routeId: rootRouteId })
  },
  loader: async ({ context: { queryClient }, params: { documentId } }) => {
    await Document.preload?.()
    if (import.meta.env.SSR) {
      const { documentQuery } = await load()
      await requireRecord(queryClient, documentQuery(Number(documentId)))
    }
    return null
  },
  component: DocumentRoutePage,
  // The page itself says that there is no such document, both here and in the browser.
  notFoundComponent: DocumentRoutePage,
})

function DocumentRoutePage() {
  return <Document id={Number(documentRoute.useParams().documentId)} search={documentRoute.useSearch()} />
}

export const documentRoutes = [listRoute, featuredRoute, requestsRoute, shareRoute, documentRoute]
