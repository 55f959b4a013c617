import { useQueryClient } from '@tanstack/react-query'
import { useRef, type RefObject } from 'react'
import { RegenerateMessage } from '#api/operations.ts'
import { newKey } from '#shared/kit/ids.ts'
import { messagesQuery, usageQuery, type AIMessage } from '#web/features/assistant/assistant.queries.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'

export interface Regenerate {
  run: () => void
  isPending: boolean
  /** Takes the focus while the buttons of the former answer are gone. */
  focus: RefObject<HTMLDivElement | null>
}

/** Answers the question again, from the sources that are chosen now. */
export function useRegenerate(answer: AIMessage, sources: readonly string[], onBegin: () => void): Regenerate {
  const client = useQueryClient()
  const focus = useRef<HTMLDivElement>(null)
  const messages = messagesQuery(answer.conversation_id).queryKey
  const command = useCommand(RegenerateMessage, {
    invalidate: [messages, usageQuery.queryKey],
    messages: { fact: 'The question wasn’t asked again' },
    onSuccess: ({ regenerateMessage: next }) => {
      client.setQueryData(
        messages,
        (known) => known && { ai_messages: known.ai_messages.map((each) => (each.id === answer.id ? next : each)) },
      )
      onBegin()
      focus.current?.focus({ preventScroll: true })
    },
  })
  // One idempotency key per intent: a retry of the same answer and sources reuses it.
  const intent = useRef({ asked: '', key: '' })
  const run = () => {
    const asked = { message: answer.id, ...(sources.length > 0 && { sources: [...sources] }) }
    const text = JSON.stringify(asked)
    if (intent.current.asked !== text) intent.current = { asked: text, key: newKey() }
    void command.run({ ...asked, idempotency_key: intent.current.key })
  }
  return { run, isPending: command.isPending, focus }
}
