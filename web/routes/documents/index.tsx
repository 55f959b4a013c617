import { ROUTES } from '#shared/routes.ts'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { requireId, requireRecord, withModule } from '#web/routes/record.ts'

// The pages share one module, and parse the search parameters themselves.
const load = () => import('#web/features/documents/Documents.tsx')
const module = 'web/features/documents/Documents.tsx'
const validateSearch = (search: Record<string, unknown>) => search
const Document = lazyRouteComponent(load, 'DocumentRoute')

const common = { getParentRoute: () => mainRoute, staticData: { module }, validateSearch }

const page = (path: string, name: 'ListRoute' | 'FeaturedRoute' | 'RequestsRoute' | 'ShareRoute') => {
  const Page = lazyRouteComponent(load, name)
  const route = createRoute({
    ...common,
    path,
    loader: withModule(Page),
    component: () => <Page search={route.useSearch()} />,
  })
  return route
}

const documentRoute = createRoute({
  ...common,
  path: `${ROUTES.peerDocuments}/$documentId`,
  beforeLoad: ({ params }) => requireId(params.documentId),
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

export const documentRoutes = [
  page(ROUTES.peerDocuments, 'ListRoute'),
  page(ROUTES.featuredPeerDocuments, 'FeaturedRoute'),
  page(ROUTES.documentRequests, 'RequestsRoute'),
  page(ROUTES.shareDocument, 'ShareRoute'),
  documentRoute,
]
