import { useEffect, useRef, useState } from 'react'
import { CHAT_LENGTH } from '#shared/inbox.ts'
import styles from '#web/features/inbox/writing/ChatComposer.module.css'
import { CHAT_OFFLINE, type ChatMessage, type Group } from '#web/features/inbox/inbox.queries.ts'
import { chatDraftKey, type ChatDraft } from '#web/features/inbox/writing/conversation-drafts.ts'
import { chatOutbox } from '#web/features/inbox/writing/chat-outbox.ts'
import { useDraft } from '#web/writing/drafts/use-draft.ts'
import { enqueue } from '#web/writing/outbox/enqueue.ts'
import { cleanBody, mentionsIn } from '#web/writing/editor/clean-body.ts'
import type { AttachmentState, EditorValue, SuggestMembers } from '#web/writing/editor/editor-types.ts'
import { RichTextEditor } from '#web/writing/editor/RichTextEditor.tsx'
import { Button } from '#web/kit/Button.tsx'
import { useUser } from '#web/platform/session/session.ts'

interface Props {
  group: Group
  members: Group['members']
  quoted: ChatMessage | null
  onUnquote: () => void
  onTyping: () => void
}

const EMPTY: ChatDraft = { html: '', text: '', mentions: [], attachments: [] }
const isEmpty = ({ text, html, attachments }: ChatDraft) =>
  text.trim() === '' && !html.includes('data-mention-id') && attachments.length === 0

/** Only members of the group can be mentioned. */
export const suggestAmong =
  (members: Group['members'], viewerId: number): SuggestMembers =>
  (search) => {
    const typed = search.trim().toLowerCase()
    const found = members
      .map(({ user }) => ({ ...user, can_read: true }))
      .filter(
        ({ id, name }) =>
          id !== viewerId &&
          name
            .toLowerCase()
            .split(/\s+/)
            .concat(name.toLowerCase())
            .some((word) => word.startsWith(typed)),
      )
    return Promise.resolve(found.slice(0, 8))
  }

export const chatProblem = (text: string, mentions: number): string | null => {
  const { length } = [...text.trim()]
  if (length === 0 && mentions === 0) return 'Write something first.'
  return length > CHAT_LENGTH
    ? `This is ${length.toLocaleString('en-US')} characters long. The limit is ${CHAT_LENGTH.toLocaleString('en-US')}.`
    : null
}

/**
 * Id of the first linked discussion on this site; its preview appears below the message for members who can read it.
 */
export function linkedThread(html: string): number | null {
  for (const [, href] of html.matchAll(/href="([^"]+)"/g)) {
    const address = URL.canParse(href!) ? new URL(href!) : null
    const id = address?.origin === location.origin ? /^\/feed\/(\d{1,15})$/.exec(address.pathname)?.[1] : undefined
    if (id) return Number(id)
  }
  return null
}

// Stored HTML is untrusted: sanitize.
const clean = (stored: ChatDraft): ChatDraft => {
  const html = cleanBody(stored.html)
  return { html, text: stored.text, mentions: mentionsIn(html), attachments: stored.attachments ?? [] }
}

/** The draft of a group's composer. */
function useChatDraft(userId: number, groupId: number) {
  const { restored, status, change, discard } = useDraft<ChatDraft>(chatDraftKey(userId, groupId), { isEmpty, clean })
  const draft = useRef(EMPTY)
  useEffect(() => {
    if (restored) draft.current = restored
  }, [restored])
  const write = (part: Partial<ChatDraft>) => {
    draft.current = { ...draft.current, ...part }
    change(() => draft.current)
  }
  const clear = () => {
    draft.current = EMPTY
    discard()
  }
  return { draft, restored, isSaved: status === 'on-device', write, clear }
}

/** Sending the draft. `round` counts the messages sent; `problem` says why the last attempt was refused. */
function useSending({ group, quoted, onUnquote }: Pick<Props, 'group' | 'quoted' | 'onUnquote'>) {
  const { draft, restored, isSaved, write, clear } = useChatDraft(useUser().id, group.id)
  const [round, setRound] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const fileProblem = useRef<string | null>(null)
  // Preload the sending code: offline it could not be loaded when the message is sent.
  useEffect(() => void chatOutbox.prepare().catch(() => undefined), [])

  const submit = () => {
    const { text, mentions, attachments } = draft.current
    const found = chatProblem(text, mentions.length) ?? fileProblem.current
    setProblem(found)
    if (found !== null) return
    const html = cleanBody(draft.current.html)
    const about = { thread_id: linkedThread(html), replied_to_id: quoted?.id ?? null }
    fileProblem.current = null
    clear()
    enqueue(chatOutbox, { group_id: group.id, html, text, mentions, attachments, ...about }, CHAT_OFFLINE)
    setRound(round + 1)
    onUnquote()
  }
  const onChange = (written: EditorValue) => {
    setProblem(null)
    write(written)
  }
  const onFiles = (files: AttachmentState) => {
    fileProblem.current = files.problem
    write({ attachments: files.uploaded })
  }
  return { restored, isSaved, round, problem, onChange, onFiles, submit }
}

export function ChatComposer({ group, members, quoted, onUnquote, onTyping }: Props) {
  const viewer = useUser()
  const { restored, isSaved, round, problem, onChange, onFiles, submit } = useSending({ group, quoted, onUnquote })
  return (
    <form
      aria-label="Message"
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {quoted && <Quoted message={quoted} onUnquote={onUnquote} />}
      <RichTextEditor
        key={`${round}-${restored ? 'kept' : 'new'}`}
        label="Message"
        placeholder="Write a message"
        suggest={suggestAmong(members, viewer.id)}
        restored={restored}
        focusAtOnce={round > 0}
        enterSends={viewer.enter_sends}
        onChange={(written) => {
          onChange(written)
          onTyping()
        }}
        onFiles={onFiles}
        onSubmit={submit}
      >
        <span role="status" className={styles.kept}>
          {isSaved && 'Draft saved'}
        </span>
        <Button look="filled" type="submit">
          Send
        </Button>
      </RichTextEditor>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </form>
  )
}

const Quoted = ({ message, onUnquote }: { message: ChatMessage; onUnquote: () => void }) => (
  <p className={styles.quoted}>
    <span>
      <b>{message.sender.name}</b> {message.is_blocked ? 'A member you blocked' : message.cleaned_body}
    </span>
    <Button look="bare" onClick={onUnquote}>
      Remove quote
    </Button>
  </p>
)
