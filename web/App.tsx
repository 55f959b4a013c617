import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PageProps } from '#shared/pages.ts'
import { TitleContext } from '#web/platform/navigation/page-title.ts'
import { PagePropsContext } from '#web/platform/page-props.ts'
import { ErrorPage } from '#web/routes/server-error.tsx'
import { RouterProvider } from '#web/platform/router/RouterProvider.tsx'
import type { Router } from '#web/platform/router/router.ts'

interface AppProps {
  router: Router
  queryClient: QueryClient
  pageProps: PageProps
  /** Server rendering only: the page writes its title here. */
  title?: { title: string }
}

export function App({ router, queryClient, pageProps, title }: AppProps) {
  useEffect(() => {
    // The router only subscribes to the history now; without this, a back navigation before hydration would leave the
    // wrong page.
    if (router.history.location.href !== router.state.location.href) void router.load()
  }, [router])
  return (
    <PagePropsContext value={pageProps}>
      <TitleContext value={title ?? null}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} errorPage={ErrorPage} />
        </QueryClientProvider>
      </TitleContext>
    </PagePropsContext>
  )
}
