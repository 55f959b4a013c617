import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import '#web/styles.ts'
import { PRODUCT_NAME, isTheme } from '#shared/networks.ts'
import type { PageAnswer, PageRequest, PageState } from '#shared/pages.ts'
import { ROUTES, barePath, forwardedFrom, layoutOf, loginPath } from '#shared/routes.ts'
import { App } from '#web/App.tsx'
import { pageDocument } from '#web/document.ts'
import { createMemoryHistory } from '#web/platform/router/history.ts'
import { DENSITY_COOKIE, WIDE_COOKIE } from '#web/platform/session/display.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { pack } from '#web/platform/storage/packed-state.ts'
import { createQueryClient } from '#web/platform/api/query-client.ts'
import { initialUserQuery } from '#web/platform/session/session.ts'
import { THEME_COOKIE } from '#web/platform/session/theme.ts'
import { createAppRouter } from '#web/router.tsx'
import { DESK_MODULE, hasDeskOnPage, prepareDesk } from '#web/routes/layouts/desk-on-server.ts'
import { hasNoLayout } from '#web/routes/root.tsx'

const redirectTo = (redirect: string, status = 302): PageAnswer => ({ status, html: [], redirect })

/** Renders the page of a URL with its data, ready to hydrate. Keeps no state after the request. */
export async function render(request: PageRequest): Promise<PageAnswer> {
  const queryClient = createQueryClient(request.execute)
  try {
    return await renderWith(queryClient, request)
  } finally {
    // A query's `gcTime` may be long; its timer would keep the whole page in memory for as long.
    queryClient.clear()
  }
}

async function renderWith(queryClient: QueryClient, request: PageRequest): Promise<PageAnswer> {
  const { url, user } = request
  // The demo accounts are listed for signed-out visitors only.
  const demo = user ? { demoAccounts: null, demoPassword: null } : {}
  const ownProps = { ...request.pageProps, ...demo, theme: knownTheme(request) }
  const layout = layoutOf(url, ownProps.maintenance)
  const forwarded = layout === 'maintenance' ? undefined : forwardedFrom(url)
  if (layout === 'main' && !user && !(forwarded && layoutOf(forwarded) !== 'main'))
    return redirectTo(loginPath(forwarded ?? url))
  if (forwarded) return redirectTo(forwarded)
  if (user && layout !== 'maintenance' && barePath(url) === ROUTES.login && !url.includes('?'))
    return redirectTo(ROUTES.home)

  const router = createAppRouter(queryClient, createMemoryHistory(layout === 'maintenance' ? ROUTES.status : url))
  const isDeskWanted = layout === 'main' && hasRoomForDesk(request) && hasDeskOnPage(url)
  // While the page loads its own data.
  const desk = isDeskWanted && prepareDesk(queryClient)
  const outcome = await router.load()
  if (outcome.type === 'redirect') return redirectTo(outcome.href)
  const failure = outcome.matches.find(({ error }) => error !== undefined)?.error
  if (failure instanceof ApiError && failure.status === 401) return redirectTo(`${ROUTES.login}?session_expired=true`)

  const modules = outcome.matches.flatMap(({ staticData }) => staticData.module ?? [])
  const hasDesk = isDeskWanted && outcome.status === 200
  if (hasDesk) await desk
  const pageProps = { ...ownProps, isSmallScreen: isSmallScreen(request), ...(hasDesk && { hasDesk }) }

  const title = { title: PRODUCT_NAME }
  const body = renderToString(<App router={router} queryClient={queryClient} pageProps={pageProps} title={title} />)
  const isMain = layout === 'main' && outcome.status === 200 && !hasNoLayout(router.state)
  const files = request.assets.filesOf(hasDesk ? [...modules, DESK_MODULE] : modules)
  const state: PageState = { pageProps, user, inlined: files.inlined, cache: pack(answersIn(queryClient)) }
  // The member's saved density takes precedence over this device's cookie; otherwise a new device would shift its
  // layout.
  const density = queryClient.getQueryData(initialUserQuery.queryKey)?.viewer.feed_density
  const cookies = density ? { ...request.cookies, [DENSITY_COOKIE]: density } : request.cookies
  const html = pageDocument(
    { ...request, cookies, pageProps },
    { body, state, title: title.title, isApp: isMain, files },
  )
  return { status: layout === 'maintenance' ? 503 : statusOf(url, outcome.status), html }
}

/** A device that has been here says how wide its window is. */
const hasRoomForDesk = ({ cookies, isPhone }: PageRequest) =>
  cookies[WIDE_COOKIE] === undefined ? !isPhone : cookies[WIDE_COOKIE] === '1'

const isSmallScreen = (request: PageRequest) => (hasRoomForDesk(request) ? false : request.isPhone || undefined)

/** The cookie mirrors local storage, which takes precedence over the page's own theme. */
const knownTheme = ({ cookies, pageProps }: PageRequest) =>
  [cookies[THEME_COOKIE], pageProps.theme].find(isTheme) ?? null

const statusOf = (url: string, status: number): number =>
  ({ [ROUTES.notFound]: 404, [ROUTES.serverError]: 500 })[barePath(url)] ?? status

/** Without `dehydratedAt`, which only pending queries need: the page has none. */
function answersIn(client: QueryClient) {
  const { mutations, queries } = dehydrate(client)
  return { mutations, queries: queries.map((query) => ({ ...query, dehydratedAt: undefined })) }
}
