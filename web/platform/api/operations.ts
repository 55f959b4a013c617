/**
 * Named operations: the request has a name and variables, never query text. In the browser they are HTTP requests; on
 * the server the same query options run in process, through the executor of the request's query client.
 */
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Operation } from '#api/operations.ts'
import type { OperationAnswer } from '#shared/pages.ts'
import { analyticsHeaders } from '#web/platform/storage/analytics-context.ts'
import { POST } from '#web/platform/api/http.ts'
import { redirectWhenSignedOut } from '#web/platform/api/redirect-to-login.ts'
import { ApiError, toApiError } from '#web/platform/api/api-error.ts'
import { executorOf } from '#web/platform/api/query-client.ts'

interface ExecuteOptions {
  signal?: AbortSignal | undefined
  /** Sends the request even if the page is closing. */
  keepalive?: boolean
  /** On the server, identifies the request. */
  client?: QueryClient
}

/** Returns the data of an operation; throws an ApiError with its first error. */
export async function execute<Data, Variables extends object>(
  operation: Operation<Data, Variables>,
  variables: Variables,
  { signal, client, keepalive = false }: ExecuteOptions = {},
): Promise<Data> {
  const inProcess = client && executorOf(client)
  if (inProcess) return dataOf<Data>(await inProcess(operation.name, variables), 200)
  const [answer, error] = await POST<OperationAnswer>(
    `/graphql/${operation.name}`,
    { variables },
    { signal, keepalive, headers: analyticsHeaders() },
  )
  if (error) {
    redirectWhenSignedOut(error)
    throw error
  }
  return dataOf<Data>(answer, 200)
}

function dataOf<Data>(answer: OperationAnswer | null, status: number): Data {
  const first = answer?.errors?.[0]
  if (first) {
    const problem = toApiError(first, status)
    if (typeof document !== 'undefined') redirectWhenSignedOut(problem)
    throw problem
  }
  if (!answer || answer.data === undefined || answer.data === null) {
    throw new ApiError('The response contains no data.', { kind: 'bad_response', status })
  }
  return answer.data as Data
}

interface QueryExtras {
  enabled?: boolean
  staleTime?: number
  gcTime?: number
  retry?: boolean
}

/** Query options of an operation: cached by name and variables. */
export function operationQuery<Data, Variables extends object>(
  operation: Operation<Data, Variables>,
  variables: Variables,
  options: QueryExtras = {},
) {
  return queryOptions({
    ...options,
    queryKey: [operation.name, variables] as const,
    queryFn: ({ signal, client }) => execute(operation, variables, { signal, client }),
  })
}
