import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { threadQuery, type ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { isEditSignal, loadEditPanel } from '#web/features/discussions/editing/EditableMessage.tsx'
import type { NewReplies } from '#web/features/discussions/thread/new-replies.ts'
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
  const [fresh, setFresh] = useState<NewReplies | null>(null)
  const shown = useRef(thread)
  useEffect(() => {
    shown.current = thread
  })
  const compare = async () => {
    // Loaded on demand: most threads are left before another reply arrives.
    const { findNewReplies } = await import('#web/features/discussions/thread/new-replies.ts')
    const found = await findNewReplies(client, thread.id, () => shown.current)
    if (found !== undefined) setFresh(found)
  }
  const compareSoon = useDebounced(() => void compare().catch(() => undefined), DELAY)
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
  const merge = (): number[] => {
    fresh?.show()
    setFresh(null)
    return fresh?.ids ?? []
  }
  return { count: fresh?.ids.length ?? 0, merge }
}
