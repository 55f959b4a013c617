import { lazyRouteComponent } from '@tanstack/react-router'

/** Pages that open over a list too, where the address has a number only. */
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
