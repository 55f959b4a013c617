import { ROUTES } from '#shared/routes.ts'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'
import { ExpertInFront, loadExperts as load } from '#web/routes/front-pages.tsx'
import { mainRoute } from '#web/routes/main.tsx'
import { requireId, requireRecord, withModule } from '#web/routes/record.ts'

// The pages share one module. They parse the search parameters themselves, so that those rules are not in every page's
// bundle.
type Search = Record<string, unknown>
const module = 'web/features/experts/Experts.tsx'
const Directory = lazyRouteComponent(load, 'DirectoryRoute')
const Categories = lazyRouteComponent(load, 'CategoriesPage')
const Recommendations = lazyRouteComponent(load, 'RecommendationsRoute')
const validateSearch = (search: Search) => search

const directoryRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.experts,
  staticData: { module },
  validateSearch,
  loader: withModule(Directory),
  component: () => <Directory search={directoryRoute.useSearch()} />,
})

const profileRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: `${ROUTES.experts}/$expertId`,
  staticData: { module },
  validateSearch,
  beforeLoad: ({ params }) => requireId(params.expertId),
  loader: async ({ context: { queryClient }, params: { expertId }, location: { search } }) => {
    await ExpertInFront.preload?.()
    if (import.meta.env.SSR) {
      const { expertQuery } = await load()
      await requireRecord(queryClient, expertQuery(Number(expertId), search))
    }
    return null
  },
  component: ExpertRoutePage,
  // The page itself says that there is no such expert, both here and in the browser.
  notFoundComponent: ExpertRoutePage,
})

function ExpertRoutePage() {
  return <ExpertInFront id={Number(profileRoute.useParams().expertId)} search={profileRoute.useSearch()} />
}

const recommendationsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.recommendations,
  staticData: { module },
  validateSearch,
  loader: withModule(Recommendations),
  component: () => <Recommendations search={recommendationsRoute.useSearch()} />,
})

export const expertRoutes = [
  directoryRoute,
  createRoute({
    getParentRoute: () => mainRoute,
    path: ROUTES.expertCategories,
    staticData: { module },
    component: Categories,
  }),
  profileRoute,
  recommendationsRoute,
]
