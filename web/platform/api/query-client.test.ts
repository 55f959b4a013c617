import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ApiError, type ApiErrorKind } from '#web/platform/api/api-error.ts'
import { createQueryClient, retryDelay, shellQuery, shouldRetry } from '#web/platform/api/query-client.ts'
import { INITIAL_USER_KEPT_MS, INITIAL_USER_STALE_MS, initialUserQuery } from '#web/platform/session/session.ts'

const problem = (kind: ApiErrorKind) => new ApiError('x', { kind })

test('queries are tried three times more, mutations never', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({ staleTime: 30_000, gcTime: 300_000, refetchOnWindowFocus: false })
  expect(mutations?.retry).toBe(false)
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, problem('network')))).toEqual([true, true, true, false])
})

test('what was refused is not tried again', () => {
  for (const kind of ['bad_request', 'canceled', 'aborted', 'unsupported_protocol'] as const)
    expect(shouldRetry(0, problem(kind))).toBe(false)
  for (const kind of ['network', 'timeout', 'bad_response'] as const) expect(shouldRetry(0, problem(kind))).toBe(true)
})

test('the wait begins at one second, doubles and ends at thirty', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test('the shell asks once, and the initial user is fresh for 5 minutes and kept for 30', () => {
  expect(shellQuery).toEqual({ retry: false, refetchOnWindowFocus: false, staleTime: 30_000 })
  expect(initialUserQuery).toMatchObject({
    retry: false,
    staleTime: INITIAL_USER_STALE_MS,
    gcTime: INITIAL_USER_KEPT_MS,
  })
  expect([INITIAL_USER_STALE_MS, INITIAL_USER_KEPT_MS]).toEqual([300_000, 1_800_000])
})

test('a first answer that is on its way when what it shows changes is asked for again', async () => {
  const client = createQueryClient()
  const queryKey = ['Notifications']
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const queryFn = vi.fn(() => answers[queryFn.mock.calls.length - 1]!.promise)
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {})
  void client.invalidateQueries({ queryKey })
  answers[0]!.resolve('before')
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2))
  answers[1]!.resolve('after')
  await vi.waitFor(() => expect(client.getQueryState(queryKey)).toMatchObject({ data: 'after', fetchStatus: 'idle' }))
  expect(queryFn).toHaveBeenCalledTimes(2)
  stop()
})
