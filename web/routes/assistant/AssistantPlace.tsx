/** The assistant, composed of the features assistant and discussions. Loaded on demand. */
import { conversationName } from '#shared/assistant.ts'
import { TOPIC_LENGTH } from '#shared/discussions.ts'
import { ROUTES } from '#shared/routes.ts'
import { AssistantPage, prepare } from '#web/features/assistant/AssistantPage.tsx'
import { threadDraftKey, type ThreadDraft } from '#web/features/discussions/new-thread/thread-draft.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'
import { readDraft, storeDraft } from '#web/writing/drafts/draft-store.ts'

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

/** Opens the form of a new discussion with the question; a draft that is already there stays unless it is replaced. */
function askPeers(userId: number, question: string, replacing: boolean): string | null {
  const key = threadDraftKey(userId)
  const known = readDraft<ThreadDraft>(key)
  const begun = known && (known.topic || known.text)
  const draft = draftOf(question)
  if (begun && !replacing && begun !== draft.topic) return begun
  storeDraft(key, draft)
  navigateTo(`${ROUTES.feed}#start-a-discussion`)
  return null
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * A question that is longer than a topic is the text, under its first words. The form chooses the networks, as in every new
 * discussion.
 */
function draftOf(question: string): Omit<ThreadDraft, 'peer_network_ids'> {
  const topic = question.replaceAll(/\s+/g, ' ').trim()
  const isShort = [...topic].length <= TOPIC_LENGTH
  const paragraphs = question.split(/\n+/).map((line) => `<p>${escaped(line)}</p>`)
  return {
    topic: isShort ? topic : conversationName(question),
    html: isShort ? '' : paragraphs.join(''),
    text: isShort ? '' : question,
    areas_of_expertise: [],
    geographies: [],
  }
}
