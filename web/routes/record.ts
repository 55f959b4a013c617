/**
 * Pages of one record. The server waits for it, so that a missing record returns 404; the browser shows the page at
 * once.
 */
import type { QueryClient, QueryKey, FetchQueryOptions } from '@tanstack/react-query'
import { notFound, rootRouteId } from '#web/platform/router/interrupts.ts'

/**
 * With `isKept: false` the result is removed from the cache, so the browser refetches it. Throws `notFound` if the
 * response has only nulls. The page shows a failed request, with a retry button.
 */
export async function requireRecord<Data extends object, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
  { isKept = true } = {},
): Promise<void> {
  const data = await client.fetchQuery(query).catch(() => undefined)
  if (!isKept) client.removeQueries({ queryKey: query.queryKey, exact: true })
  if (data && Object.values(data).every((value) => value === null)) throw notFound()
}

/** The path segment is an id, or the page is the one for unknown addresses. */
export function requireId(given: string): void {
  if (!/^[1-9]\d{0,15}$/.test(given)) throw notFound({ routeId: rootRouteId })
}

/** Loads the module first: the server renders a page only if its module is loaded. */
export const withModule = (page: { preload?: (() => Promise<void> | undefined) | undefined }) => async () => {
  await page.preload?.()
  return null
}
