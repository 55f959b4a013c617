import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  newestMessages,
  threadQuery,
  updateThread,
  type ThreadView,
} from '#web/features/discussions/queries/discussions.queries.ts'
import { isEditSignal, loadEditPanel } from '#web/features/discussions/editing/EditableMessage.tsx'
import { mergedMessages } from '#web/features/discussions/queries/merge-messages.ts'
import { replyOutbox } from '#web/features/discussions/reply/reply-outbox.ts'
import { useDebounced } from '#web/kit/use-debounced.ts'
import { isResync, useSignals } from '#web/platform/live/live.ts'

const DELAY = { quietMs: 120, jitterMs: 280 }

/**
 * Replies that arrive while the thread is open. Fetches to find new replies instead of counting signals: a private
 * reply between other members also signals, but is not visible to the viewer.
 */
export function useThreadLive(thread: ThreadView, viewerId: number) {
  const client = useQueryClient()
  const [fresh, setFresh] = useState<{ ids: number[]; thread: ThreadView } | null>(null)
  const known = useRef(thread)
  useEffect(() => {
    known.current = thread
  })

  const compare = async () => {
    const newest = await newestMessages(thread.id).catch(() => null)
    if (newest === null) return
    const shown = new Set(known.current.messages.map(({ id }) => id))
    const ids = newest.messages.filter(({ id, is_own }) => !shown.has(id) && !is_own).map(({ id }) => id)
    setFresh(ids.length > 0 ? { ids, thread: newest } : null)
    // Update shown messages in place, because likes change them too. The viewer's own messages from another device are
    // added without an announcement.
    const isOwnShown = !replyOutbox.isSending(thread.id)
    const again = newest.messages.filter(({ id, is_own }) => shown.has(id) || (isOwnShown && is_own))
    updateThread(client, thread.id, (open) => ({
      ...open,
      ...(ids.length === 0 && factsOf(newest)),
      messages: mergedMessages(open.messages, again),
    }))
  }
  const compareSoon = useDebounced(() => void compare(), DELAY)
  useSignals((signal) => {
    if (signal.signal === 'resync' || (isEditSignal(signal) && signal.thread_id === thread.id))
      loadEditPanel()
        .then(({ refreshThread }) => refreshThread(client, thread.id))
        .catch(() => undefined)
    if (!isResync(signal) && signal.thread_id !== thread.id) return
    // The viewer's own actions are already shown; only a reply may come from another device.
    if (signal.actor_id === viewerId && (signal.signal !== 'discussions.replied' || replyOutbox.isSending(thread.id)))
      return
    // The poll panel refetches itself.
    if ('poll_id' in signal) return
    // A staff decision may remove messages as well as add them, so refetch everything.
    if (signal.signal === 'discussions.reviewed') return void client.invalidateQueries(threadQuery(thread.id))
    compareSoon()
  })

  /** Shows the new replies and returns their ids. */
  const merge = useCallback((): number[] => {
    if (fresh === null) return []
    updateThread(client, thread.id, (open) => ({
      ...open,
      ...factsOf(fresh.thread),
      messages: mergedMessages(open.messages, fresh.thread.messages),
    }))
    setFresh(null)
    return fresh.ids
  }, [client, fresh, thread.id])
  return { count: fresh?.ids.length ?? 0, merge }
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
