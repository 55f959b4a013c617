import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { PageProps } from '#shared/pages.ts'
import { TitleContext } from '#web/platform/navigation/page-title.ts'
import { PagePropsContext } from '#web/platform/page-props.ts'
import type { AppRouter } from '#web/router.tsx'

interface AppProps {
  router: AppRouter
  queryClient: QueryClient
  pageProps: PageProps
  /** Server rendering only: the page writes its title here. */
  title?: { title: string }
}

export function App({ router, queryClient, pageProps, title }: AppProps) {
  useEffect(() => {
    // The router only subscribes to the history now; without this, a back navigation before hydration would leave the
    // wrong page.
    if (router.history.location.href !== router.state.resolvedLocation?.href) void router.load()
  }, [router])
  return (
    <PagePropsContext value={pageProps}>
      <TitleContext value={title ?? null}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </TitleContext>
    </PagePropsContext>
  )
}
