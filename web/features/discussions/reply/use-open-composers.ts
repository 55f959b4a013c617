import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { ThreadWithMessages, ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { readDraft, replyDraftKey } from '#web/writing/drafts/draft-store.ts'
import { loadSender } from '#web/features/discussions/reply/load-sender.ts'
import type { OpenReplyComposer } from '#web/features/discussions/messages/MessageList.tsx'
import { findItem, type OutboxItem, type PendingReplyAction } from '#web/writing/outbox/outbox.ts'
import { showLoadError } from '#web/platform/toasts/not-loaded.ts'

interface ThreadComposerState {
  revision: number
  refusal: string | null
  isFocused: boolean
}

/** Which composers are open, and how a reply that did not get through comes back into one. */
export function useOpenComposers(
  viewerId: number,
  { thread, is_complete }: ThreadWithMessages & { thread: ThreadView },
) {
  const threadId = thread.id
  const client = useQueryClient()
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

  const draftKeyOf = useCallback(
    (item: OutboxItem) => replyDraftKey(viewerId, threadId, item.message_replied_id),
    [viewerId, threadId],
  )

  const putBack = useCallback(
    (item: OutboxItem, refusal: string | null) =>
      void loadSender().then(({ restoreToDraft }) => {
        restoreToDraft(item, draftKeyOf(item))
        if (item.message_replied_id === null) openTop(refusal)
        else openReply(item.message_replied_id, refusal)
      }, showLoadError),
    [draftKeyOf, openTop, openReply],
  )

  /** Refused by rule: back into the composer with the reason, unless something else is being written there. */
  const onRefused = useCallback(
    (key: string) => {
      const item = findItem(key)
      if (item && readDraft(draftKeyOf(item)) === null) putBack(item, item.reason)
    },
    [draftKeyOf, putBack],
  )

  const onOutgoing = useCallback(
    (act: PendingReplyAction, key: string) =>
      void loadSender().then(({ actOn }) => actOn(client, act, { key, onRefused, putBack }), showLoadError),
    [client, onRefused, putBack],
  )

  // What is answered may be removed while one writes, and its composer goes with it.
  useEffect(() => {
    const answered = answering?.id
    if (!answered || !is_complete || thread.messages.some(({ id }) => id === answered)) return
    void loadSender().then(({ moveOrphanedDraft }) => {
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
    onRefused,
  }
}
