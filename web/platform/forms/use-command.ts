/** Runs a mutation: one run at a time, with its outcome shown and the affected queries invalidated. */
import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Operation } from '#api/operations.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { showErrorToast, type ErrorMessages } from '#web/platform/api/error-message.ts'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

export interface CommandOptions<Data, Input> {
  /** Invalidated after a failure too: the data shown may be stale. */
  invalidate?: readonly QueryKey[] | ((input: Input, data: Data | undefined) => readonly QueryKey[])
  /** Applies the change to the cache at once; returns a function that undoes it. */
  optimistic?: (client: QueryClient, input: Input) => () => void
  /** Text of a toast. */
  success?: string | ((data: Data, input: Input) => string)
  onSuccess?: (data: Data, input: Input) => void
  /** 'show' leaves the error in `error`, for the component to display. */
  onError?: 'toast' | 'show' | ((error: ApiError, input: Input) => void)
  messages?: ErrorMessages
  /** Allows concurrent runs, for switches that share a command: each sets something different, or the last one wins. */
  mayOverlap?: boolean
  /** Commands with the same scope are sent one after the other, for what must not overtake an earlier choice. */
  scope?: string
}

export interface Command<Data, Input> {
  /** Resolves to the data of the response; undefined if it failed or another run was pending. */
  run: (...input: undefined extends Input ? [input?: Input] : [input: Input]) => Promise<Data | undefined>
  isPending: boolean
  /** Only with `onError: 'show'`. */
  error: ApiError | undefined
  reset: () => void
}

export function useCommand<Data, Variables extends object>(
  operation: Operation<Data, Variables>,
  options?: CommandOptions<Data, Variables>,
): Command<Data, Variables>
export function useCommand<Data, Input = void>(
  work: (input: Input) => Promise<Data>,
  options?: CommandOptions<Data, Input>,
): Command<Data, Input>
export function useCommand<Data, Input>(
  work: Operation<Data, object> | ((input: Input) => Promise<Data>),
  options: CommandOptions<Data, Input> = {},
): Command<Data, Input> {
  const client = useQueryClient()
  // Two clicks can happen before React renders the first.
  const isRunning = useRef(false)
  const mutation = useMutation<Data, Error, Input>({
    mutationFn: (input) => (typeof work === 'function' ? work(input) : execute(work, input as object)),
    // A paused mutation would be sent later, when the member no longer expects it.
    networkMode: 'always',
    throwOnError: (error) => !(error instanceof ApiError),
    meta: { tellsFailure: true },
    ...(options.scope !== undefined && { scope: { id: options.scope } }),
  })
  const run = async (input: Input): Promise<Data | undefined> => {
    if (isRunning.current && !options.mayOverlap) return undefined
    isRunning.current = true
    const undo = options.optimistic?.(client, input)
    const answer = await mutation.mutateAsync(input).then(
      (data) => ({ data }),
      (error: unknown) => {
        undo?.()
        tell(error, input, options)
      },
    )
    isRunning.current = false
    if (answer) succeed(answer.data, input, options)
    await invalidateAll(client, options, { input, data: answer?.data })
    return answer?.data
  }
  return {
    run: run as Command<Data, Input>['run'],
    isPending: mutation.isPending,
    error: options.onError === 'show' && mutation.error instanceof ApiError ? mutation.error : undefined,
    reset: mutation.reset,
  }
}

function succeed<Data, Input>(data: Data, input: Input, { success, onSuccess }: CommandOptions<Data, Input>): void {
  if (success !== undefined) toast.success(typeof success === 'string' ? success : success(data, input))
  onSuccess?.(data, input)
}

function tell<Data, Input>(error: unknown, input: Input, { onError, messages }: CommandOptions<Data, Input>): void {
  // A bug in the page: useMutation throws it during render, so the error page shows it.
  if (!(error instanceof ApiError)) return
  if (typeof onError === 'function') onError(error, input)
  else if (onError !== 'show') showErrorToast(error, messages)
}

async function invalidateAll<Data, Input>(
  client: QueryClient,
  { invalidate = [] }: CommandOptions<Data, Input>,
  { input, data }: { input: Input; data: Data | undefined },
): Promise<void> {
  const keys = typeof invalidate === 'function' ? invalidate(input, data) : invalidate
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
