import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { threadQuery } from '#web/features/discussions/discussions.queries.ts'
import { mainRoute } from '#web/routes/main.tsx'

/** The same page over the feed, where the address has a number only. */
export const ThreadInFront = lazyRouteComponent(() => import('#web/features/discussions/ThreadPage.tsx'), 'ThreadPage')
const ThreadNotHere = lazyRouteComponent(() => import('#web/features/discussions/ThreadPage.tsx'), 'ThreadNotHere')

export const threadRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/feed/$threadId',
  staticData: { module: 'web/features/discussions/ThreadPage.tsx' },
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,15}$/.test(params.threadId)) throw notFound()
  },
  loader: async ({ context: { queryClient }, params }) => {
    const pages = Promise.all([ThreadInFront.preload?.(), ThreadNotHere.preload?.()])
    // A failure is shown by the page, with a way to try again.
    const open = await queryClient.ensureQueryData(threadQuery(Number(params.threadId))).catch(() => undefined)
    await pages
    if (open?.thread === null) throw notFound()
    return null
  },
  notFoundComponent: () => <ThreadNotHere />,
  component: function ThreadRoutePage() {
    return <ThreadInFront threadId={Number(threadRoute.useParams().threadId)} />
  },
})
