import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'

/** Pages that can also open as an overlay over a list; their URLs have only an id. */
export const ThreadOverlay = lazyRouteComponent(
  () => import('#web/features/discussions/thread/ThreadPage.tsx'),
  'ThreadPage',
)
export const ThreadNotFound = lazyRouteComponent(
  () => import('#web/features/discussions/thread/ThreadPage.tsx'),
  'ThreadNotFound',
)

export const loadExperts = () => import('#web/features/experts/Experts.tsx')
export const ExpertInFront = lazyRouteComponent(loadExperts, 'ExpertRoute')

export const MemberRoute = lazyRouteComponent(() => import('#web/routes/people/MemberRoute.tsx'), 'MemberRoute')
// Unknown sections fall back to the first.
export const MemberInFront = ({ id, search }: { id: number; search: Record<string, unknown> }) => (
  <MemberRoute id={id} section={search['section'] === 'Upvotes' ? 'Upvotes' : 'Interactions'} />
)
