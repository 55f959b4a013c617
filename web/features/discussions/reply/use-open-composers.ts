import { useCallback, useEffect, useState } from 'react'
import type { ThreadWithMessages, ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { loadPendingReplyActions } from '#web/features/discussions/reply/lazy-pending-reply.ts'
import { returnedReplies, type PendingReplyAction } from '#web/features/discussions/reply/pending-reply.ts'
import type { OpenReplyComposer } from '#web/features/discussions/messages/MessageList.tsx'
import { showLoadError } from '#web/platform/toasts/not-loaded.ts'

interface ThreadComposerState {
  revision: number
  refusal: string | null
  isFocused: boolean
}

/** Open composers, and how an unsent reply is restored into one. */
export function useOpenComposers(
  viewerId: number,
  { thread, is_complete }: ThreadWithMessages & { thread: ThreadView },
) {
  const threadId = thread.id
  const [answering, setAnswering] = useState<OpenReplyComposer | null>(null)
  const [top, setTop] = useState<ThreadComposerState>({ revision: 0, refusal: null, isFocused: false })

  const openTop = useCallback(
    (refusal: string | null, isFocused = true) =>
      setTop(({ revision }) => ({ revision: revision + 1, refusal, isFocused })),
    [],
  )
  const openReply = useCallback(
    (id: number, refusal: string | null = null) =>
      setAnswering((known) => ({ id, refusal, revision: (known?.revision ?? 0) + 1 })),
    [],
  )

  useEffect(
    () =>
      returnedReplies.subscribe(({ item, refusal }) => {
        if (item.thread_id !== threadId) return
        if (item.message_replied_id === null) openTop(refusal)
        else openReply(item.message_replied_id, refusal)
      }),
    [threadId, openTop, openReply],
  )

  const onOutgoing = useCallback(
    (action: PendingReplyAction, key: string) =>
      void loadPendingReplyActions()
        .then(({ actOnPendingReply }) => actOnPendingReply(viewerId, action, key))
        .catch(showLoadError),
    [viewerId],
  )

  // The message being replied to may be removed while the member writes; its composer is then removed too.
  useEffect(() => {
    const answered = answering?.id
    if (!answered || !is_complete || thread.messages.some(({ id }) => id === answered)) return
    void loadPendingReplyActions().then(({ moveOrphanedDraft }) => {
      const refusal = moveOrphanedDraft(viewerId, threadId, answered)
      if (refusal) openTop(refusal)
    }, showLoadError)
  }, [viewerId, threadId, thread.messages, is_complete, answering, openTop])

  const closeReply = useCallback(() => setAnswering(null), [])
  return {
    answering,
    top: {
      ...top,
      reset: () => openTop(null, false),
      focus: () => openTop(null),
    },
    reply: openReply,
    closeReply,
    onOutgoing,
  }
}
