import { errorMessage } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { EditMessage, EditThread } from '#api/operations.ts'
import { namesInWords } from '#shared/discussions.ts'
import { TOPIC_LENGTH, bodyProblem, topicProblem } from '#shared/posts.ts'
import { newKey } from '#shared/kit/ids.ts'
import styles from '#web/features/discussions/editing/EditPanel.module.css'
import { CHANGES_KEPT, type PanelProps } from '#web/features/discussions/editing/edit-mode.ts'
import { refreshThread } from '#web/features/discussions/queries/refresh-posts.ts'
import { cleanBody, mentionsIn } from '#web/writing/editor/clean-body.ts'
import composer from '#web/features/discussions/reply/ReplyComposer.module.css'
import { DraftStatusLine } from '#web/features/discussions/reply/DraftStatusLine.tsx'
import { updateFeeds } from '#web/features/discussions/queries/discussions.queries.ts'
import { DRAFT_PREFIX } from '#web/writing/drafts/draft-store.ts'
import { useDraft } from '#web/writing/drafts/use-draft.ts'
import { suggestMembers } from '#web/features/discussions/queries/mention-suggestions.ts'
import { RichTextEditor } from '#web/writing/editor/RichTextEditor.tsx'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { InlineField } from '#web/kit/forms/InlineField.tsx'

interface Words {
  topic: string
  html: string
  text: string
}

const editDraftKey = (userId: number, messageId: number) => `${DRAFT_PREFIX}${userId}.edit.${messageId}`
const isEmpty = ({ topic, text, html }: Words) => `${topic}${text}`.trim() === '' && !html.includes('data-mention-id')

/** The edited words, saved as a draft while they are written. In refs, because a keystroke must not render the form. */
function useEditedWords({ message, thread, viewer }: PanelProps, onChange: () => void) {
  const [saved] = useState<Words>(() => ({
    topic: message.is_original_message ? thread.topic : '',
    html: message.parsed_body,
    text: textOf(message.parsed_body),
  }))
  const { restored, revision, status, change, discard } = useDraft<Words>(editDraftKey(viewer.id, message.id), {
    isEmpty,
    sync: true,
  })
  const topic = useRef(saved.topic)
  const body = useRef<Pick<Words, 'html' | 'text'>>(saved)
  const words = (): Words => ({ topic: topic.current, html: body.current.html, text: body.current.text })
  useEffect(() => {
    // No draft was restored. The refs may already hold changes made before this effect ran.
    if (restored === null && revision === 0) return
    const now = restored ?? saved
    topic.current = now.topic
    body.current = now
  }, [restored, revision, saved])
  return {
    begun: restored ?? saved,
    revision,
    status,
    words,
    write(written: Pick<Words, 'html' | 'text'>) {
      body.current = written
      onChange()
      change(words)
    },
    writeTopic(written: string) {
      topic.current = written
      onChange()
      change(words)
    },
    isChanged: () => cleanBody(body.current.html) !== cleanBody(saved.html) || topic.current !== saved.topic,
    discard,
  }
}

/** The draft, the save command, and the error of an edit. */
function useEditing(props: PanelProps) {
  const { message, thread, onClose } = props
  const client = useQueryClient()
  const isOpening = message.is_original_message
  // One idempotency key per intent: retrying unchanged text reuses it.
  const intent = useRef<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const edited = useEditedWords(props, () => {
    intent.current = null
    setProblem(null)
  })
  const discard = () => {
    edited.discard()
    onClose()
  }
  const send = async ({ topic, html: written }: Words, idempotency_key: string) => {
    const html = cleanBody(written)
    const asked = { body: html, mentions: mentionsIn(html), idempotency_key }
    if (!isOpening) return void (await execute(EditMessage, { ...asked, message_id: message.id }))
    const { editThread } = await execute(EditThread, { ...asked, thread_id: thread.id, topic: topic.trim() })
    updateFeeds(client, thread.id, { topic: editThread.topic, excerpt: editThread.excerpt })
  }
  const saving = useCommand(
    async (key: string) => {
      await send(edited.words(), key)
      // The edit is saved even if refetching the thread fails.
      await refreshThread(client, thread.id).catch(() => undefined)
    },
    {
      success: 'Changes saved',
      onSuccess: discard,
      onError: (error) => setProblem(errorMessage(error, CHANGES_KEPT)),
    },
  )
  const save = () => {
    const { topic, html, text } = edited.words()
    const found = (isOpening ? topicProblem(topic) : null) ?? bodyProblem(text, mentionsIn(html).length)
    setProblem(found)
    if (found !== null) return
    intent.current ??= newKey()
    void saving.run(intent.current)
  }
  return { ...edited, discard, save, problem, isSaving: saving.isPending }
}

/** Edits a message in place. The form stays open until the server accepts the change. */
export function EditPostForm(props: PanelProps) {
  const { message, thread } = props
  const isOpening = message.is_original_message
  const { begun, revision, status, write, writeTopic, isChanged, discard, save, problem, isSaving } = useEditing(props)
  const [isAsking, setAsking] = useState(false)
  const leave = () => (isChanged() ? setAsking(true) : discard())
  const readers = message.is_private ? message.private_readers : null
  return (
    <form
      className={readers ? `${composer.composer} ${composer.isPrivate}` : composer.composer}
      aria-label={isOpening ? 'Edit opening post' : 'Edit your reply'}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDownCapture={(event) => event.key === 'Escape' && isForForm(event.target) && leave()}
    >
      <p className={styles.readers}>
        {readers
          ? `Only ${namesInWords([...readers.map(({ name }) => name), 'staff'])} can read this.`
          : 'Everyone who can read this will see that it was edited.'}
      </p>
      {isOpening && <Topic key={`${revision} ${begun.topic}`} initial={begun.topic} onChange={writeTopic} />}
      <RichTextEditor
        label={isOpening ? 'Opening post' : 'Your reply'}
        placeholder="What should it say?"
        suggest={suggestMembers(thread.id)}
        restored={begun}
        revision={revision}
        focusAtOnce
        among={readers}
        onChange={write}
        onSubmit={save}
      >
        <DraftStatusLine status={status} />
        <Button look="bare" onClick={leave}>
          Cancel
        </Button>
        <Button type="submit" look={readers ? 'private' : 'filled'} aria-disabled={isSaving}>
          {isSaving ? 'Saving' : 'Save changes'}
        </Button>
      </RichTextEditor>
      {isAsking && <Unsaved onStay={() => setAsking(false)} onDiscard={discard} />}
      {problem !== null && (
        <p role="alert" className={composer.problem}>
          {problem}
        </p>
      )}
    </form>
  )
}

/**
 * Escape in the mention list or the link field closes only that. The editor stops the event, so the form handles Escape
 * in the capture phase.
 */
const isForForm = (target: EventTarget) =>
  document.querySelector('[data-mentions]') === null &&
  (!(target instanceof HTMLInputElement) || target.name === 'topic')

function Topic({ initial, onChange }: { initial: string; onChange: (topic: string) => void }) {
  return (
    <InlineField
      label="Topic"
      className={styles.topic}
      inputClassName="t-topic"
      name="topic"
      maxLength={TOPIC_LENGTH}
      defaultValue={initial}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function Unsaved({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  return (
    <div className={styles.question} role="group" aria-label="Unsaved changes">
      <p role="alert">You have unsaved changes.</p>
      <Button autoFocus onClick={onStay}>
        Keep editing
      </Button>
      <Button look="bare" onClick={onDiscard}>
        Discard changes
      </Button>
    </div>
  )
}

const textOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent
