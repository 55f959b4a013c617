import { ROUTES } from '#shared/routes.ts'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { requireId, requireRecord } from '#web/routes/record.ts'

type Search = Record<string, unknown>
const module = 'web/features/learning/Learning.tsx'
const load = () => import('#web/features/learning/Learning.tsx')
const Hub = lazyRouteComponent(load, 'LearningHubRoute')
const Series = lazyRouteComponent(load, 'SeriesRoute')
const validateSearch = (search: Search) => search

const hubRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.learningHub,
  staticData: { module },
  validateSearch,
  loader: async ({ context: { queryClient }, location: { search } }) => {
    await Hub.preload?.()
    if (import.meta.env.SSR) await (await load()).prefetchHub(queryClient, search)
    return null
  },
  component: () => <Hub search={hubRoute.useSearch()} />,
})

const seriesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: `${ROUTES.learningHub}/$seriesId`,
  staticData: { module },
  validateSearch,
  beforeLoad: ({ params }) => requireId(params.seriesId),
  loader: async ({ context: { queryClient }, params: { seriesId }, location: { search } }) => {
    await Series.preload?.()
    if (import.meta.env.SSR) {
      const { seriesPageQuery } = await load()
      await requireRecord<object, readonly unknown[]>(queryClient, seriesPageQuery(Number(seriesId), search) as never)
    }
    return null
  },
  component: SeriesRoutePage,
  // The page itself says that there is nothing here, both here and in the browser.
  notFoundComponent: SeriesRoutePage,
})

function SeriesRoutePage() {
  return <Series id={Number(seriesRoute.useParams().seriesId)} search={seriesRoute.useSearch()} />
}

export const learningRoutes = [hubRoute, seriesRoute]
