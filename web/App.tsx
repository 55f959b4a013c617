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
  /** On the server: where the page leaves its title. */
  title?: { title: string }
}

export function App({ router, queryClient, pageProps, title }: AppProps) {
  useEffect(() => {
    // The router hears of the history from now on; anyone who went back before that would stay on the wrong page.
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
