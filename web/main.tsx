import '#web/styles.ts'
import { hydrate, type DehydratedState } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { DEFAULT_THEME } from '#shared/networks.ts'
import type { PageState } from '#shared/pages.ts'
import { barePath } from '#shared/routes.ts'
import { App } from '#web/App.tsx'
import { identify, trackRoute } from '#web/platform/analytics.ts'
import { loadSnippet } from '#web/platform/analytics-snippet.ts'
import { watchAppTabs } from '#web/platform/app-bridge.ts'
import { watchArrivals } from '#web/platform/arrivals.ts'
import { markInlined } from '#web/platform/inlined-styles.ts'
import { watchExternalLinks } from '#web/platform/external-links.ts'
import { createHistory } from '#web/platform/history.ts'
import { setRouter } from '#web/platform/navigation.ts'
import { setPageProps } from '#web/platform/page-props.ts'
import { createQueryClient } from '#web/platform/query-client.ts'
import { settleTheme } from '#web/platform/theme.ts'
import { checkVersion } from '#web/platform/version.ts'
import { createAppRouter } from '#web/router.tsx'

const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as PageState
setPageProps(state.pageProps)
markInlined(state.inlined)
void settleTheme(state.pageProps.theme, DEFAULT_THEME)

const queryClient = createQueryClient()
hydrate(queryClient, state.cache as DehydratedState)
const router = createAppRouter(queryClient, createHistory())
setRouter(router)
// Tells the router that its first view is already in the page.
router.ssr = { manifest: undefined }

/** Whoever goes back before the page is continued gets the other page drawn anew; React calls that a mismatch. */
const isStillHere = () => {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded === undefined || barePath(new URL(loaded.name).pathname) === barePath(location.pathname)
}

const root = document.getElementById('root')!
// The maintenance screen has nothing to use, and stands at every address whatever page that names.
if (state.pageProps.maintenance !== 'true')
  // Not awaited at the top level: the page's own module imports this one and would wait for it for ever.
  void router.load().then(() =>
    startTransition(() => {
      hydrateRoot(root, <App router={router} queryClient={queryClient} pageProps={state.pageProps} />, {
        onRecoverableError: (error) => isStillHere() && reportError(error),
      })
    }),
  )

loadSnippet(state.pageProps.analyticsWriteKey)
identify(state.user)
watchExternalLinks()
watchAppTabs()
watchArrivals(router)
trackRoute(checkVersion)
router.subscribe('onResolved', ({ pathChanged }) => {
  if (pathChanged) trackRoute(checkVersion)
})
