/** The assistant, composed of the features assistant and discussions. Loaded on demand. */
import { AssistantPage, prepare } from '#web/features/assistant/AssistantPage.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { askPeers } from '#web/routes/palette/ask-peers.ts'

export { prepare }

export function AssistantPlace({ given: { conversation } }: { given: Record<string, unknown> }) {
  const { id } = useUser()
  return (
    <AssistantPage
      conversationId={/^[1-9]\d{0,15}$/.test(String(conversation)) ? Number(conversation) : undefined}
      onAskPeers={(question, replacing = false) => askPeers(id, question, replacing)}
    />
  )
}
