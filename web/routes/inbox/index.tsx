import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { requireRecord } from '#web/routes/record.ts'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'

const InboxPlace = lazyRouteComponent(() => import('#web/routes/inbox/InboxPlace.tsx'), 'InboxPlace')
const id = (given: unknown) => (Number.isSafeInteger(Number(given)) && Number(given) > 0 ? Number(given) : undefined)

export const inboxRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.inbox,
  staticData: { module: 'web/routes/inbox/InboxPlace.tsx' },
  /** A group, one of its messages, or the member to start a conversation with. */
  validateSearch: ({ group_id, message, to, ...others }: Record<string, unknown>) => ({
    ...others,
    ...(id(group_id) && { group_id: id(group_id) }),
    ...(id(message) && { message: id(message) }),
    ...(id(to) && { to: id(to) }),
  }),
  loader: async ({ context: { queryClient }, location }) => {
    await InboxPlace.preload?.()
    const group = id((location.search as Record<string, unknown>)['group_id'])
    if (import.meta.env.SSR && group) {
      const { groupQuery } = await import('#web/features/inbox/inbox.queries.ts')
      // Private messages load by their own request and are never in the HTML document.
      await requireRecord(queryClient, groupQuery(group), { isKept: false })
    }
    return null
  },
  component: InboxRoutePage,
  // The page itself says that the conversation is not here, both here and in the browser.
  notFoundComponent: InboxRoutePage,
})

function InboxRoutePage() {
  return <InboxPlace search={inboxRoute.useSearch()} />
}
