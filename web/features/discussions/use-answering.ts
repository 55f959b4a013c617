import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { OpenThread, ThreadView } from '#web/features/discussions/discussions.queries.ts'
import { readDraft, replyDraftKey } from '#web/features/discussions/drafts.ts'
import type { Answering, OutgoingAct } from '#web/features/discussions/MessageList.tsx'
import { findOutgoing, loadSending, removeOutgoing, type Outgoing } from '#web/features/discussions/outbox.ts'

interface TopComposer {
  revision: number
  refusal: string | null
  isFocused: boolean
}

/** Which composers are open, and how a reply that did not get through comes back into one. */
export function useAnswering(viewerId: number, { thread, is_complete }: OpenThread & { thread: ThreadView }) {
  const threadId = thread.id
  const client = useQueryClient()
  const [answering, setAnswering] = useState<Answering | null>(null)
  const [top, setTop] = useState<TopComposer>({ revision: 0, refusal: null, isFocused: false })

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
    (item: Outgoing) => replyDraftKey(viewerId, threadId, item.message_replied_id),
    [viewerId, threadId],
  )

  const putBack = useCallback(
    async (item: Outgoing, refusal: string | null) => {
      const { toDraft } = await loadSending()
      toDraft(item, draftKeyOf(item))
      if (item.message_replied_id === null) openTop(refusal)
      else openReply(item.message_replied_id, refusal)
    },
    [draftKeyOf, openTop, openReply],
  )

  /** Refused by rule: back into the composer with the reason, unless something else is being written there. */
  const onRefused = useCallback(
    (key: string) => {
      const item = findOutgoing(key)
      if (item && readDraft(draftKeyOf(item)) === null) void putBack(item, item.reason)
    },
    [draftKeyOf, putBack],
  )

  const onOutgoing = useCallback(
    (act: OutgoingAct, key: string) => {
      const item = findOutgoing(key)
      if (!item) return
      if (act === 'retry')
        void loadSending().then(async ({ carry }) => (await carry(client, key)) === 'refused' && onRefused(key))
      else if (act === 'now') void loadSending().then(({ sendNow }) => sendNow(key))
      else if (act === 'undo')
        void loadSending().then(async ({ withdraw }) => withdraw(key) && (await putBack(item, null)))
      else if (act === 'edit') void putBack(item, null)
      else removeOutgoing(key)
    },
    [client, onRefused, putBack],
  )

  // What is answered may be removed while one writes, and its composer goes with it.
  useEffect(() => {
    const answered = answering?.id
    if (!answered || !is_complete || thread.messages.some(({ id }) => id === answered)) return
    void loadSending().then(({ moveLostDraft }) => {
      const refusal = moveLostDraft(viewerId, threadId, answered)
      if (refusal) openTop(refusal)
    })
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
