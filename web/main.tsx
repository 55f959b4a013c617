import '#web/styles.ts'
import { hydrate, type DehydratedState } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { DEFAULT_THEME } from '#shared/networks.ts'
import type { PageState } from '#shared/pages.ts'
import { barePath } from '#shared/routes.ts'
import { App } from '#web/App.tsx'
import { countOnlyIf, identify, isCounted, trackRoute } from '#web/platform/analytics/analytics.ts'
import { watchAppTabs } from '#web/platform/app/app-bridge.ts'
import { restoreScrollOnNavigation } from '#web/platform/navigation/restore-scroll.ts'
import { markInlined } from '#web/platform/inlined-styles.ts'
import { createHistory } from '#web/platform/navigation/history.ts'
import { setLogLevel } from '#web/platform/log.ts'
import { setRouter } from '#web/platform/navigation/navigation.ts'
import { setPageProps } from '#web/platform/page-props.ts'
import { unpack, type PackedState } from '#web/platform/storage/packed-state.ts'
import { createQueryClient } from '#web/platform/api/query-client.ts'
import { rememberDevice } from '#web/platform/session/display.ts'
import { initialUserQuery } from '#web/platform/session/session.ts'
import { initTheme } from '#web/platform/session/theme.ts'
import { createAppRouter } from '#web/router.tsx'

const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as PageState
setPageProps(state.pageProps)
setLogLevel(state.pageProps.logLevel)
markInlined(state.inlined)
void initTheme(state.pageProps.theme, DEFAULT_THEME, state.pageProps.favicon)

const queryClient = createQueryClient()
hydrate(queryClient, unpack(state.cache as PackedState) as DehydratedState)
const router = createAppRouter(queryClient, createHistory())
setRouter(router)

/** Requested with the first page, so that it is there when the files of this version are gone. */
const afterLoad = import('#web/platform/after-load.ts').catch(() => undefined)
const checkVersion = () => afterLoad.then((part) => part?.checkVersion())

/** A back navigation before hydration rerenders the other page; React reports that as a mismatch. */
const isStillHere = () => {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded === undefined || barePath(new URL(loaded.name).pathname) === barePath(location.pathname)
}

const root = document.getElementById('root')!
// The maintenance page has no controls, and is served at every URL, so no route matches it.
if (state.pageProps.maintenance !== 'true')
  // Not awaited at the top level: the page's module imports this one and would wait for it forever.
  void router.load().then(() =>
    startTransition(() => {
      hydrateRoot(root, <App router={router} queryClient={queryClient} pageProps={state.pageProps} />, {
        onRecoverableError: (error) => isStillHere() && reportError(error),
      })
    }),
  )

// An external link that is clicked earlier opens in this tab.
void afterLoad.then((part) => part?.watchExternalLinks())
watchAppTabs()
restoreScrollOnNavigation(router)
rememberDevice()
countOnlyIf(() => queryClient.getQueryData(initialUserQuery.queryKey)?.viewer.counts_activity !== false)
const key = state.pageProps.analyticsWriteKey
const analytics =
  key &&
  isCounted() &&
  import('#web/platform/analytics/analytics-snippet.ts').then(({ loadSnippet }) => loadSnippet(key))
// The first events are also sent to the third party, so wait for its snippet if there is one.
void Promise.resolve(analytics)
  .catch(() => undefined)
  .then(() => {
    identify(state.user)
    trackRoute(checkVersion)
    router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged) trackRoute(checkVersion)
    })
  })
