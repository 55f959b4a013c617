/** The home page: its panels, and below them what loads after the first view. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { missedQuery, panelQueries } from '#web/features/home/home.queries.ts'
import { HomePage } from '#web/features/home/HomePage.tsx'
import { AfterFirstView, lazyOrNothing } from '#web/kit/loading/after-first-view.tsx'
import { showLoadError } from '#web/platform/toasts/not-loaded.ts'

const Standing = lazyOrNothing(() => import('#web/routes/home/Standing.tsx'))

/** In parallel; the browser retries requests that failed on the server. */
export async function prefetchHome(client: QueryClient): Promise<void> {
  await Promise.all(panelQueries.map((query) => client.prefetchQuery(query as never)))
}

export function HomeScreen() {
  const client = useQueryClient()
  const markAllRead = () =>
    void import('#web/features/discussions/queries/reading.queries.ts').then(async (reading) => {
      await reading.markAllRead(client)
      await client.invalidateQueries({ queryKey: missedQuery.queryKey })
    }, showLoadError)
  return (
    <HomePage
      onMarkAllRead={markAllRead}
      standing={
        <AfterFirstView>
          <Standing />
        </AfterFirstView>
      }
    />
  )
}
