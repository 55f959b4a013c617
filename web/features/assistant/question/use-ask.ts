import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { SendAIMessage } from '#api/operations.ts'
import { newKey } from '#shared/kit/ids.ts'
import {
  addMessages,
  conversationPath,
  LIST_KEYS,
  messagesQuery,
  usageQuery,
} from '#web/features/assistant/assistant.queries.ts'
import type { QuestionDraft } from '#web/features/assistant/question/question-draft.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'

interface Options {
  conversationId: number | undefined
  sources: readonly string[]
  model: number | null
  /** After the server has the question, before the page changes. */
  onAsked: () => void
}

/** Asks, and opens the conversation. The text stays in the field until the server has it. */
export function useAsk({ conversationId, sources, model, onAsked }: Options) {
  const client = useQueryClient()
  const { id: userId } = useUser()
  const command = useCommand(SendAIMessage, {
    invalidate: (_, data) => [
      ...LIST_KEYS,
      usageQuery.queryKey,
      ...(data ? [messagesQuery(data.sendAIMessage.id).queryKey] : []),
    ],
    onError: 'show',
    onSuccess: ({ sendAIMessage: { id, messages } }) => {
      addMessages(client, id, messages, conversationId === undefined)
      onAsked()
      if (conversationId === undefined) navigateTo(conversationPath(id), { replace: true })
    },
  })
  // One idempotency key per intent: asking the same again after a failure reuses it.
  const intent = useRef({ asked: '', key: '' })
  const ask = ({ text, attachments }: QuestionDraft) => {
    const asked = {
      user: userId,
      message: text.trim(),
      ...(conversationId !== undefined && { conversation_id: conversationId }),
      ...(attachments.length > 0 && { attachments: attachments.map((file) => ({ ...file })) }),
      ...(sources.length > 0 && { sources: [...sources] }),
      ...(model !== null && { model }),
    }
    const written = JSON.stringify(asked)
    if (intent.current.asked !== written) intent.current = { asked: written, key: newKey() }
    return command.run({ ...asked, idempotency_key: intent.current.key }).then((data) => {
      if (data) intent.current = { asked: '', key: '' }
      return data
    })
  }
  return { ask, isPending: command.isPending, error: command.error, reset: command.reset }
}
