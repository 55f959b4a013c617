/** What changes in an open thread, and the replies that it does not show yet. */
import type { QueryClient } from '@tanstack/react-query'
import {
  newestMessages,
  threadQuery,
  updateThread,
  type ThreadView,
} from '#web/features/discussions/queries/discussions.queries.ts'
import { isEditSignal, loadEditPanel } from '#web/features/discussions/editing/EditableMessage.tsx'
import { mergedMessages } from '#web/features/discussions/queries/merge-messages.ts'
import { replyOutbox } from '#web/features/discussions/reply/reply-outbox.ts'
import type { LiveSignal } from '#web/platform/live/live.ts'

interface Place {
  threadId: number
  viewerId: number
  /** True while a reply of the viewer is being sent from here. */
  isSending: boolean
}

/** Refetches what a signal changed; true if replies may have arrived that are to be announced. */
export async function isWorthComparing(client: QueryClient, signal: LiveSignal, place: Place): Promise<boolean> {
  const { threadId, viewerId, isSending } = place
  if (signal.signal === 'resync' || isEditSignal(signal))
    loadEditPanel()
      .then(({ refreshThread }) => refreshThread(client, threadId))
      .catch(() => undefined)
  // The viewer's own actions are already shown; only a reply may come from another device.
  if (signal.actor_id === viewerId && (signal.signal !== 'discussions.replied' || isSending)) return false
  // The poll panel refetches itself.
  if ('poll_id' in signal) return false
  // A staff decision may remove messages as well as add them, so refetch everything.
  if (signal.signal !== 'discussions.reviewed') return true
  await client.invalidateQueries(threadQuery(threadId))
  return false
}

export interface NewReplies {
  ids: number[]
  /** Adds them to the thread. */
  show: () => void
}

/**
 * Fetches the newest messages and updates the shown ones. Returns the replies of other members that are not shown, null
 * if there are none, or undefined if the request failed.
 */
export async function findNewReplies(
  client: QueryClient,
  threadId: number,
  shownThread: () => ThreadView,
): Promise<NewReplies | null | undefined> {
  const newest = await newestMessages(threadId).catch(() => null)
  if (newest === null) return undefined
  const shown = new Set(shownThread().messages.map(({ id }) => id))
  const ids = newest.messages.filter(({ id, is_own }) => !shown.has(id) && !is_own).map(({ id }) => id)
  // Update shown messages in place, because likes change them too. The viewer's own messages from another device are
  // added without an announcement.
  const isOwnShown = !replyOutbox.isSending(threadId)
  const again = newest.messages.filter(({ id, is_own }) => shown.has(id) || (isOwnShown && is_own))
  const add = (messages: ThreadView['messages'], facts: Partial<ThreadView>) =>
    updateThread(client, threadId, (open) => ({ ...open, ...facts, messages: mergedMessages(open.messages, messages) }))
  add(again, ids.length === 0 ? factsOf(newest) : {})
  return ids.length > 0 ? { ids, show: () => add(newest.messages, factsOf(newest)) } : null
}

const factsOf = ({
  num_of_responses,
  num_of_private_responses,
  num_of_recommendations,
  experts,
  count_of_entries,
  closed_at,
  num_of_readers,
}: ThreadView) => ({
  num_of_responses,
  num_of_private_responses,
  num_of_recommendations,
  experts,
  count_of_entries,
  closed_at,
  num_of_readers,
})
