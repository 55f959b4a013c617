import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { initialUserQuery } from '#web/platform/session.ts'
import { mainRoute } from '#web/routes/main.tsx'

const DirectoryPage = lazyRouteComponent(() => import('#web/features/people/DirectoryPage.tsx'), 'DirectoryPage')
const MemberPlace = lazyRouteComponent(() => import('#web/routes/people/MemberPlace.tsx'), 'MemberPlace')
const ProfilePlace = lazyRouteComponent(() => import('#web/routes/people/ProfilePlace.tsx'), 'ProfilePlace')

const directoryRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.members,
  staticData: { module: 'web/features/people/DirectoryPage.tsx' },
  validateSearch: (search: Record<string, unknown>) => search,
  loader: async () => {
    await DirectoryPage.preload?.()
    return null
  },
  component: function DirectoryRoutePage() {
    return <DirectoryPage given={directoryRoute.useSearch()} />
  },
})

const memberRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: `${ROUTES.members}/$memberId`,
  staticData: { module: 'web/routes/people/MemberPlace.tsx' },
  // Unknown sections fall back to the first.
  validateSearch: ({ section, ...others }: Record<string, unknown>): { section?: 'Upvotes' } =>
    section === 'Upvotes' ? { ...others, section } : others,
  loader: async ({ context: { queryClient }, params: { memberId } }) => {
    if (!/^[1-9]\d{0,15}$/.test(memberId)) throw notFound()
    const { viewer } = await queryClient.ensureQueryData(initialUserQuery)
    if (viewer.id === Number(memberId)) throw redirect({ to: ROUTES.profile, replace: true })
    await MemberPlace.preload?.()
    return null
  },
  component: function MemberRoutePage() {
    return (
      <MemberPlace
        id={Number(memberRoute.useParams().memberId)}
        section={memberRoute.useSearch().section === 'Upvotes' ? 'Upvotes' : 'Interactions'}
      />
    )
  },
})

const profileRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.profile,
  staticData: { module: 'web/routes/people/ProfilePlace.tsx' },
  loader: async () => {
    await ProfilePlace.preload?.()
    return null
  },
  component: ProfilePlace,
})

export const peopleRoutes = [directoryRoute, memberRoute, profileRoute]
