import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useContext, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import type { VirtualListHandle } from '#web/kit/virtual-list/VirtualList.tsx'
import type { ThreadRow } from '#web/features/discussions/messages/thread-rows.ts'
import { LayerContext, useOverlay } from '#web/platform/navigation/navigation.ts'
import { useRouterState } from '#web/platform/router/RouterProvider.tsx'

const loadLink = () => import('#web/features/discussions/thread/resolve-message-link.ts')

interface Props {
  rows: readonly ThreadRow[]
  list: RefObject<VirtualListHandle | null>
  thread: ThreadView
  isComplete: boolean
  onReply: () => void
  /** The rows that a link leads to are not folded. */
  onShow: (keys: readonly string[]) => void
}

/**
 * Scrolls to the message of `#message-12`, wherever it is in the list, and highlights it; `#reply` opens the composer.
 */
export function useMessageLink({ rows, list, thread, isComplete, onReply, onShow }: Props) {
  const target = useTarget()
  const client = useQueryClient()
  const followed = useRef<string | null>(null)
  const missed = useRef<string | null>(null)
  const [marked, setMarked] = useState<number | null>(null)

  const show = useCallback(
    (messageId: number): boolean => {
      const row = rowsNow.current.find(({ message }) => message?.id === messageId)
      if (!row) return false
      setMarked(messageId)
      onShow([row.key])
      // Wait a frame: the row may have been added in this one.
      requestAnimationFrame(() => {
        list.current?.show(row.key)
        void loadLink()
          .then(({ settleOn }) => settleOn(`message-${messageId}`))
          .catch(() => undefined)
      })
      return true
    },
    [list, onShow],
  )
  const rowsNow = useRef(rows)
  rowsNow.current = rows
  const openComposer = useEffectEvent(onReply)
  const opening = thread.messages.find(({ is_original_message }) => is_original_message)?.id

  useEffect(() => {
    if (target === null || followed.current === target) return
    const messageId = Number(/^message-(\d+)$/.exec(target)?.[1] ?? 0)
    if (target === 'reply') {
      followed.current = target
      openComposer()
    } else if (messageId > 0) {
      const isFound = messageId === opening || show(messageId)
      if (isFound) followed.current = target
      else if (isComplete && missed.current !== target) {
        missed.current = target
        void loadLink()
          .then((link) => link.refetchForLink(client, thread.id, messageId))
          .catch(() => undefined)
      }
    }
  }, [target, rows, isComplete, opening, show, client, thread.id])
  return { marked, show }
}

/** The URL fragment of this page; if the page is an overlay, the part after `#!`. */
function useTarget(): string | null {
  const isInFront = useContext(LayerContext)
  const fragment = useOverlay()?.fragment
  const hash = useRouterState(({ location }) => location.hash)
  return (isInFront ? fragment : hash.replace(/^#?!?/, '')) || null
}
