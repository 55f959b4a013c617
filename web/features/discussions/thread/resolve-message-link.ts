/** Goes to a reply, and resolves a link to one that is not loaded. */
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

const TRIES = 60

/**
 * Waits until the message is mounted and its position is stable, then focuses it, for members who cannot see the
 * highlight.
 */
export async function settleOn(elementId: string): Promise<void> {
  let before = Number.NaN
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const element = document.getElementById(elementId)
    const top = element?.getBoundingClientRect().top ?? Number.NaN
    if (element && Math.abs(top - before) < 1) return element.focus({ preventScroll: true })
    before = top
    element?.scrollIntoView({ block: 'start', behavior: 'instant' })
  }
}
