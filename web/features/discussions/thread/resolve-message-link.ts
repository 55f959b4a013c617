/** Resolves a link to a reply that is not loaded. */
import type { QueryClient } from '@tanstack/react-query'
import { threadQuery } from '#web/features/discussions/queries/discussions.queries.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

/** A cached thread may lack the reply that a notification links to, so refetch it. */
export async function refetchForLink(client: QueryClient, threadId: number, messageId: number): Promise<void> {
  const { queryKey } = threadQuery(threadId)
  await client.refetchQueries({ queryKey }, { cancelRefetch: false })
  const { data: open, status } = client.getQueryState(queryKey) ?? {}
  // If the reply arrived, the new row triggers scrolling to it. If the request failed, we cannot say the reply is
  // missing.
  if (status !== 'success' || !open?.thread || open.thread.messages.some(({ id }) => id === messageId)) return
  toast.info('That reply isn’t available', 'It may have been removed, or you may not have access to it.')
}
