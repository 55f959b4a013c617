/** The one way to change something: one run at a time, its outcome said, and what is shown asked for again. */
import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Operation } from '#api/operations.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { showErrorToast, type ErrorMessages } from '#web/platform/api/error-message.ts'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

export interface CommandOptions<Data, Input> {
  /** Asked again after a refusal too: what is shown may be old. */
  invalidate?: readonly QueryKey[] | ((input: Input, data: Data | undefined) => readonly QueryKey[])
  /** Shows the change at once; returns what takes it back. */
  optimistic?: (client: QueryClient, input: Input) => () => void
  /** A toast. */
  success?: string | ((data: Data, input: Input) => string)
  onSuccess?: (data: Data, input: Input) => void
  /** 'show' leaves the error in `error`, for the screen to say. */
  onError?: 'toast' | 'show' | ((error: ApiError, input: Input) => void)
  messages?: ErrorMessages
  /** Every run counts, for switches that share a command: each sets another thing, or the last one is what is wished. */
  mayOverlap?: boolean
}

export interface Command<Data, Input> {
  /** The data of the answer; undefined when it was refused, or when another run was under way. */
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
  // Two clicks come before React draws the first of them.
  const isRunning = useRef(false)
  const mutation = useMutation<Data, Error, Input>({
    mutationFn: (input) => (typeof work === 'function' ? work(input) : execute(work, input as object)),
    // A paused mutation would be sent later, when nobody asks for it any more.
    networkMode: 'always',
    throwOnError: (error) => !(error instanceof ApiError),
    meta: { tellsFailure: true },
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
  // A fault of the page: useMutation throws it where the component is drawn, so the error page shows it.
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
