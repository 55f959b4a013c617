import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import type { NewReplies } from '#web/features/discussions/thread/new-replies.ts'
import { replyOutbox } from '#web/features/discussions/reply/reply-outbox.ts'
import { useDebounced } from '#web/kit/use-debounced.ts'
import { isResync, useSignals } from '#web/platform/live/live.ts'

/** On demand: most threads are left before another reply arrives. */
const loadNewReplies = () => import('#web/features/discussions/thread/new-replies.ts')

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
    const { findNewReplies } = await loadNewReplies()
    const found = await findNewReplies(client, thread.id, () => shown.current)
    if (found !== undefined) setFresh(found)
  }
  const compareSoon = useDebounced(() => void compare().catch(() => undefined), DELAY)
  useSignals((signal) => {
    if (!isResync(signal) && signal.thread_id !== thread.id) return
    const isSending = replyOutbox.isSending(thread.id)
    void loadNewReplies()
      .then(({ isWorthComparing }) => isWorthComparing(client, signal, { threadId: thread.id, viewerId, isSending }))
      .then((isWorth) => isWorth && compareSoon())
      .catch(() => undefined)
  })

  /** Shows the new replies and returns their ids. */
  const merge = (): number[] => {
    fresh?.show()
    setFresh(null)
    return fresh?.ids ?? []
  }
  return { count: fresh?.ids.length ?? 0, merge }
}
