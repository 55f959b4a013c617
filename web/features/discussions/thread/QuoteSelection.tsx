import { IconBlockquote } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from '#web/features/discussions/thread/QuoteSelection.module.css'
import type { MessageView, ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { privateComposers, replyDraftKey, type ReplyDraft } from '#web/features/discussions/reply/reply-draft.ts'
import { readDraft, saveDraftsNow, storeDraft } from '#web/writing/drafts/draft-store.ts'

interface Props {
  thread: ThreadView
  viewerId: number
  onReply: (messageId: number) => void
  onReplyToThread: () => void
}

interface Selected {
  message: MessageView
  text: string
  rect: DOMRect
  acts: Element | null
}

const HEIGHT = 48
const WIDTH = 92

/** Offers to quote the selection: a floating button for the pointer, and a message action for the keyboard. */
export default function QuoteSelection({ thread, viewerId, onReply, onReplyToThread }: Props) {
  const selected = useSelectedText(thread)
  if (selected === null || thread.closed_at !== null) return null
  const { message, rect, acts } = selected
  const quote = () => {
    const repliedToId = message.is_original_message ? null : message.id
    addQuoteToDraft(replyDraftKey(viewerId, thread.id, repliedToId), selected)
    getSelection()?.removeAllRanges()
    if (repliedToId === null) onReplyToThread()
    else onReply(repliedToId)
  }
  const content = (
    <>
      <IconBlockquote size={16} stroke={1.6} aria-hidden />
      Quote
    </>
  )
  return (
    <>
      {createPortal(
        // Clicking it must not clear the selection, so it never takes focus.
        <button
          type="button"
          className={styles.offer}
          style={positionOf(rect)}
          tabIndex={-1}
          aria-hidden
          onPointerDown={(event) => event.preventDefault()}
          onClick={quote}
        >
          {content}
        </button>,
        document.body,
      )}
      {acts &&
        createPortal(
          <button type="button" aria-label={`Quote ${message.sender.name}`} onClick={quote}>
            {content}
          </button>,
          acts,
        )}
    </>
  )
}

function useSelectedText(thread: ThreadView): Selected | null {
  const [selected, setSelected] = useState<Selected | null>(null)
  useEffect(() => {
    const read = () => setSelected(selectedIn(thread))
    read()
    document.addEventListener('selectionchange', read)
    addEventListener('scroll', read, { capture: true, passive: true })
    return () => {
      document.removeEventListener('selectionchange', read)
      removeEventListener('scroll', read, { capture: true })
    }
  }, [thread])
  return selected
}

function addQuoteToDraft(key: string, { message, text }: Selected): void {
  // Save the open composer's text before appending to it.
  saveDraftsNow()
  const begun = readDraft<ReplyDraft>(key)
  storeDraft(key, {
    ...begun,
    html: `${begun?.html ?? ''}${quotation(message.sender.name, text)}`,
    text: [begun?.text, `${message.sender.name}\n${text}\n`].filter(Boolean).join('\n'),
    is_private: begun?.is_private || privateComposers.has(key) || message.is_private,
  })
}

/** Above the selection, or below it if there is no space above. */
const positionOf = (rect: DOMRect) => ({
  left: Math.max(8, Math.min(rect.left + rect.width / 2 - WIDTH / 2, innerWidth - WIDTH - 8)),
  top: rect.top > HEIGHT + 8 ? rect.top - HEIGHT : rect.bottom + 8,
})

/** The selection, if it is within the text of one message. */
function selectedIn(thread: ThreadView): Selected | null {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const text = selection.toString().trim()
  const range = selection.getRangeAt(0)
  const within = range.commonAncestorContainer
  const element = within instanceof Element ? within : within.parentElement
  if (text === '' || !element || element.closest('[contenteditable=true]')) return null
  const article = element.closest('article[id^="message-"]')
  const isText = element.closest('.t-reply, .t-opening') !== null
  if (!isText) return null
  const id = article && Number(article.id.slice('message-'.length))
  const message = thread.messages.find((each) => (id === null ? each.is_original_message : each.id === id))
  if (!message) return null
  return { message, text, rect: range.getBoundingClientRect(), acts: article?.querySelector('[data-acts]') ?? null }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Plain text only: the selection may contain any markup. */
export function quotation(name: string, text: string): string {
  const lines = text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)
  return `<blockquote><p><strong>${escaped(name)}</strong></p>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</blockquote><p></p>`
}
