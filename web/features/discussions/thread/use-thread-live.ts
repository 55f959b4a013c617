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
import { isResync, useSignals } from '#web/platform/live/live.ts'

const QUIET_MS = 120
const CHANCE_MS = 280

/**
 * Replies that came in while the thread is open. What is new is found by asking, never by counting signals: a private
 * reply between others signals too, and is not there when asked for.
 */
export function useThreadLive(thread: ThreadView, viewerId: number) {
  const client = useQueryClient()
  const [fresh, setFresh] = useState<{ ids: number[]; thread: ThreadView } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const known = useRef(thread)
  known.current = thread

  const compare = useCallback(async () => {
    const newest = await newestMessages(thread.id).catch(() => null)
    if (newest === null) return
    const shown = new Set(known.current.messages.map(({ id }) => id))
    const ids = newest.messages.filter(({ id, is_own }) => !shown.has(id) && !is_own).map(({ id }) => id)
    setFresh(ids.length > 0 ? { ids, thread: newest } : null)
    // What is shown already is brought up to date in place: likes change it too. What the reader has sent from another
    // device needs no announcement.
    const isOwnShown = !replyOutbox.isSending(thread.id)
    const again = newest.messages.filter(({ id, is_own }) => shown.has(id) || (isOwnShown && is_own))
    updateThread(client, thread.id, (open) => ({
      ...open,
      ...(ids.length === 0 && factsOf(newest)),
      messages: mergedMessages(open.messages, again),
    }))
  }, [client, thread.id, viewerId])

  useEffect(() => () => clearTimeout(timer.current), [])
  useSignals((signal) => {
    if (signal.signal === 'resync' || (isEditSignal(signal) && signal.thread_id === thread.id))
      loadEditPanel()
        .then(({ refreshThread }) => refreshThread(client, thread.id))
        .catch(() => undefined)
    if (!isResync(signal) && signal.thread_id !== thread.id) return
    // What is done here shows by itself; only a reply may be from another device.
    if (signal.actor_id === viewerId && (signal.signal !== 'discussions.replied' || replyOutbox.isSending(thread.id)))
      return
    // The panel of a poll asks for itself.
    if ('poll_id' in signal) return
    // What staff decided may take away as well as add, so everything is asked for anew.
    if (signal.signal === 'discussions.reviewed') return void client.invalidateQueries(threadQuery(thread.id))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void compare(), QUIET_MS + Math.random() * CHANCE_MS)
  })

  /** Shows them, and says which. */
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
