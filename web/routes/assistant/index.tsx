import { ROUTES } from '#shared/routes.ts'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'
import { mainRoute } from '#web/routes/main.tsx'

const load = () => import('#web/routes/assistant/AssistantPlace.tsx')
const AssistantPlace = lazyRouteComponent(load, 'AssistantPlace')

export const assistantRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.assistant,
  staticData: { module: 'web/routes/assistant/AssistantPlace.tsx' },
  // The page parses the search parameters, so that those rules are not in every page's bundle.
  validateSearch: (search: Record<string, unknown>) => search,
  loader: async ({ context: { queryClient } }) => {
    if (import.meta.env.SSR) await (await load()).prepare(queryClient)
    await AssistantPlace.preload?.()
    return null
  },
  component: function AssistantRoutePage() {
    return <AssistantPlace given={assistantRoute.useSearch()} />
  },
})
