import { threadQuery } from '#web/features/discussions/queries/discussions.queries.ts'
import { ThreadOverlay, ThreadNotFound } from '#web/routes/front-pages.tsx'
import { mainRoute } from '#web/routes/main.tsx'
import { notFound } from '#web/platform/router/interrupts.ts'
import { createRoute } from '#web/platform/router/route.ts'

export const threadRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/feed/$threadId',
  staticData: { module: 'web/features/discussions/thread/ThreadPage.tsx' },
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,15}$/.test(params.threadId)) throw notFound()
  },
  loader: async ({ context: { queryClient }, params }) => {
    const pages = Promise.all([ThreadOverlay.preload?.(), ThreadNotFound.preload?.()])
    // The page shows a failed request, with a retry button.
    const open = await queryClient.ensureQueryData(threadQuery(Number(params.threadId))).catch(() => undefined)
    await pages
    if (open?.thread === null) throw notFound()
    return null
  },
  notFoundComponent: () => <ThreadNotFound />,
  component: function ThreadRoutePage() {
    return <ThreadOverlay threadId={Number(threadRoute.useParams().threadId)} />
  },
})
