import { ROUTES } from '#shared/routes.ts'
import { redirect } from '#web/platform/router/interrupts.ts'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'
import { initialUserQuery } from '#web/platform/session/session.ts'
import { MemberInFront, MemberRoute } from '#web/routes/front-pages.tsx'
import { mainRoute } from '#web/routes/main.tsx'
import { requireId, requireRecord, withModule } from '#web/routes/record.ts'

const DirectoryPage = lazyRouteComponent(
  () => import('#web/features/people/directory/DirectoryPage.tsx'),
  'DirectoryPage',
)
const ProfileRoute = lazyRouteComponent(() => import('#web/routes/people/ProfileRoute.tsx'), 'ProfileRoute')

const directoryRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.members,
  staticData: { module: 'web/features/people/directory/DirectoryPage.tsx' },
  validateSearch: (search: Record<string, unknown>) => search,
  loader: withModule(DirectoryPage),
  component: function DirectoryRoutePage() {
    return <DirectoryPage given={directoryRoute.useSearch()} />
  },
})

const memberRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: `${ROUTES.members}/$memberId`,
  staticData: { module: 'web/routes/people/MemberRoute.tsx' },
  // Unknown sections fall back to the first.
  validateSearch: ({ section, ...others }: Record<string, unknown>): { section?: 'Upvotes' } =>
    section === 'Upvotes' ? { ...others, section } : others,
  loader: async ({ context: { queryClient }, params: { memberId } }) => {
    requireId(memberId)
    const { viewer } = await queryClient.ensureQueryData(initialUserQuery)
    if (viewer.id === Number(memberId)) throw redirect({ href: ROUTES.profile })
    await MemberRoute.preload?.()
    if (import.meta.env.SSR) {
      const { profileQuery } = await import('#web/features/people/people.queries.ts')
      await requireRecord(queryClient, profileQuery(Number(memberId)))
    }
    return null
  },
  component: MemberRoutePage,
  // The page itself says that there is no such member, both here and in the browser.
  notFoundComponent: MemberRoutePage,
})

function MemberRoutePage() {
  return <MemberInFront id={Number(memberRoute.useParams().memberId)} search={memberRoute.useSearch()} />
}

const profileRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.profile,
  staticData: { module: 'web/routes/people/ProfileRoute.tsx' },
  loader: withModule(ProfileRoute),
  component: ProfileRoute,
})

export const peopleRoutes = [directoryRoute, memberRoute, profileRoute]
