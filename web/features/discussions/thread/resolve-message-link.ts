/** For a link to a reply that is not among those shown. */
import type { QueryClient } from '@tanstack/react-query'
import { threadQuery } from '#web/features/discussions/queries/discussions.queries.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

/** A thread that was kept from before may lack the very reply that a notification tells of, so it is asked for anew. */
export async function refetchForLink(client: QueryClient, threadId: number, messageId: number): Promise<void> {
  const { queryKey } = threadQuery(threadId)
  await client.refetchQueries({ queryKey }, { cancelRefetch: false })
  const { data: open, status } = client.getQueryState(queryKey) ?? {}
  // What has come now is shown as its row arrives; what could not be asked is not known.
  if (status !== 'success' || !open?.thread || open.thread.messages.some(({ id }) => id === messageId)) return
  toast.info('That reply isn’t available', 'It may have been removed, or you may not have access to it.')
}
