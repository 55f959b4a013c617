/** Pages about one thing. The server waits for it, so that what is not there answers 404; the browser shows the page at once. */
import { notFound } from '@tanstack/react-router'
import type { QueryClient, QueryKey, FetchQueryOptions } from '@tanstack/react-query'

/** Unless it is kept, the browser asks anew. Throws when the answer came and holds nothing. A failure is shown by the page, with a way to try again. */
export async function requireRecord<Data extends object, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
  { isKept = true } = {},
): Promise<void> {
  const data = await client.fetchQuery(query).catch(() => undefined)
  if (!isKept) client.removeQueries({ queryKey: query.queryKey, exact: true })
  if (data && Object.values(data).every((value) => value === null)) throw notFound()
}

/** An id as it stands in an address. */
export const isId = (given: string) => /^[1-9]\d{0,15}$/.test(given)
