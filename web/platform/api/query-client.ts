/** The query cache: one per page in the browser, one per request on the server. */
import { MutationCache, QueryClient, type Query } from '@tanstack/react-query'
import type { OperationAnswer } from '#shared/pages.ts'
import { reportUnexpectedError } from '#web/platform/api/report-error.ts'
import { isUnexpected, isRetryable } from '#web/platform/api/api-error.ts'

export const STALE_MS = 30_000
export const GC_TIME_MS = 300_000
export const MAX_RETRIES = 3
export const RETRY_FIRST_MS = 1_000
export const RETRY_CAP_MS = 30_000

export const retryDelay = (failures: number): number => Math.min(RETRY_FIRST_MS * 2 ** failures, RETRY_CAP_MS)
export const shouldRetry = (failures: number, error: unknown): boolean => failures < MAX_RETRIES && isRetryable(error)

/** Session, initial user, flags and counters: no retries, because the page must not wait for a second try. */
export const shellQuery = { retry: false, refetchOnWindowFocus: false, staleTime: STALE_MS } as const

export type Executor = (operationName: string, variables: object) => Promise<OperationAnswer>
const executors = new WeakMap<QueryClient, Executor>()
export const executorOf = (client: QueryClient): Executor | undefined => executors.get(client)

/** With an executor the client serves one request on the server: operations run in process, without retries. */
export function createQueryClient(executor?: Executor): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        gcTime: executor ? Infinity : GC_TIME_MS,
        retry: executor ? false : shouldRetry,
        retryDelay,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
    mutationCache: new MutationCache({
      // A command that shows the error itself sets `meta: { tellsFailure: true }`.
      onError: (error, _variables, _context, mutation) => {
        if (!mutation.meta?.tellsFailure && isUnexpected(error)) reportUnexpectedError(error)
      },
    }),
  })
  if (executor) executors.set(client, executor)
  else refetchStaleQueries(client)
  return client
}

/**
 * Refetches a query that was invalidated during its first fetch: that response may predate the change. The library
 * refetches only queries that already have data, and would mark this response as fresh.
 */
function refetchStaleQueries(client: QueryClient): void {
  const outdated = new WeakSet<Query>()
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const isFirstAnswer = query.state.data === undefined && query.state.fetchStatus === 'fetching'
    if (action.type === 'invalidate' && isFirstAnswer) outdated.add(query)
    else if (action.type === 'success' && outdated.delete(query))
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  })
}
