/** Starts a discussion from another page: its form opens with what was asked there. */
import { conversationName } from '#shared/assistant.ts'
import { TOPIC_LENGTH } from '#shared/posts.ts'
import { openNewThread } from '#web/features/discussions/new-thread/open-new-thread.ts'
import { threadDraftKey, type ThreadDraft } from '#web/features/discussions/new-thread/thread-draft.ts'
import { readDraft, storeDraft } from '#web/writing/drafts/draft-store.ts'

/**
 * Opens the form of a new discussion with the question. A draft that is already there stays unless it is replaced;
 * then its first words are returned.
 */
export function askPeers(userId: number, question: string, replacing: boolean): string | null {
  const key = threadDraftKey(userId)
  const known = readDraft<ThreadDraft>(key)
  const begun = known && (known.topic || known.text)
  const draft = draftOf(question)
  if (begun && !replacing && begun !== draft.topic) return begun
  storeDraft(key, draft)
  openNewThread()
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
