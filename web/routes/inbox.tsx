import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'

const InboxPage = lazyRouteComponent(() => import('#web/features/inbox/InboxPage.tsx'), 'InboxPage')
const id = (given: unknown) => (Number.isSafeInteger(Number(given)) && Number(given) > 0 ? Number(given) : undefined)

export const inboxRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.inbox,
  staticData: { module: 'web/features/inbox/InboxPage.tsx' },
  /** A group, one of its messages, or the member with whom to talk. */
  validateSearch: ({ group_id, message, to, ...others }: Record<string, unknown>) => ({
    ...others,
    ...(id(group_id) && { group_id: id(group_id) }),
    ...(id(message) && { message: id(message) }),
    ...(id(to) && { to: id(to) }),
  }),
  loader: async () => {
    await InboxPage.preload?.()
    return null
  },
  component: function InboxRoutePage() {
    return <InboxPage search={inboxRoute.useSearch()} />
  },
})
