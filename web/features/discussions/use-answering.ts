import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { keepDraft, readDraft, replyDraftKey, type Draft } from '#web/features/discussions/drafts.ts'
import type { Answering, OutgoingAct } from '#web/features/discussions/MessageList.tsx'
import { loadSending, outgoing, removeOutgoing, type Outgoing } from '#web/features/discussions/outbox.ts'

interface TopComposer {
  revision: number
  refusal: string | null
  isFocused: boolean
}

/** Which composers are open, and how a reply that did not get through comes back into one. */
export function useAnswering(viewerId: number, threadId: number) {
  const client = useQueryClient()
  const [answering, setAnswering] = useState<Answering | null>(null)
  const [top, setTop] = useState<TopComposer>({ revision: 0, refusal: null, isFocused: false })

  const draftKeyOf = useCallback(
    (item: Outgoing) => replyDraftKey(viewerId, threadId, item.message_replied_id),
    [viewerId, threadId],
  )

  /** Puts the text back where it was written; what was begun there since stands after it. */
  const putBack = useCallback(
    (item: Outgoing, refusal: string | null) => {
      const begun = readDraft<Draft>(draftKeyOf(item))
      keepDraft(draftKeyOf(item), {
        html: item.html + (begun?.html ?? ''),
        text: [item.text, begun?.text].filter(Boolean).join('\n'),
        is_private: item.is_private,
        attachments: [...(item.attachments ?? []), ...(begun?.attachments ?? [])],
        experts: [...(item.experts ?? []), ...(begun?.experts ?? [])],
      })
      removeOutgoing(item.idempotency_key)
      if (item.message_replied_id === null)
        setTop(({ revision }) => ({ revision: revision + 1, refusal, isFocused: true }))
      else setAnswering((known) => ({ id: item.message_replied_id, refusal, revision: (known?.revision ?? 0) + 1 }))
    },
    [draftKeyOf],
  )

  /** Refused by rule: back into the composer with the reason, unless something else is being written there. */
  const onRefused = useCallback(
    (key: string) => {
      const item = outgoing().find(({ idempotency_key }) => idempotency_key === key)
      if (item && readDraft<Draft>(draftKeyOf(item)) === null) putBack(item, item.reason)
    },
    [draftKeyOf, putBack],
  )

  const onOutgoing = useCallback(
    (act: OutgoingAct, key: string) => {
      const item = outgoing().find(({ idempotency_key }) => idempotency_key === key)
      if (!item) return
      if (act === 'retry')
        void loadSending().then(async ({ carry }) => (await carry(client, key)) === 'refused' && onRefused(key))
      else if (act === 'now') void loadSending().then(({ sendNow }) => sendNow(key))
      else if (act === 'undo') void loadSending().then(({ withdraw }) => withdraw(key) && putBack(item, null))
      else if (act === 'edit') putBack(item, null)
      else removeOutgoing(key)
    },
    [client, onRefused, putBack],
  )

  const reply = useCallback(
    (id: number) => setAnswering((known) => ({ id, refusal: null, revision: (known?.revision ?? 0) + 1 })),
    [],
  )
  const closeReply = useCallback(() => setAnswering(null), [])
  return {
    answering,
    top: {
      ...top,
      reset: () => setTop(({ revision }) => ({ revision: revision + 1, refusal: null, isFocused: false })),
      focus: () => setTop(({ revision }) => ({ revision: revision + 1, refusal: null, isFocused: true })),
    },
    reply,
    closeReply,
    onOutgoing,
    onRefused,
  }
}
