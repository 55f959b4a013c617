import { errorMessage } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { EditMessage, EditThread } from '#api/operations.ts'
import { TOPIC_LENGTH, bodyProblem, namesInWords, topicProblem } from '#shared/discussions.ts'
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

interface Words {
  topic: string
  html: string
  text: string
}

const editDraftKey = (userId: number, messageId: number) => `${DRAFT_PREFIX}${userId}.edit.${messageId}`
const isEmpty = ({ topic, text, html }: Words) => `${topic}${text}`.trim() === '' && !html.includes('data-mention-id')

/** The draft, the save command, and the error of an edit. */
function useEditing({ message, thread, viewer, onClose }: PanelProps) {
  const client = useQueryClient()
  const isOpening = message.is_original_message
  const [stands] = useState<Words>(() => ({
    topic: isOpening ? thread.topic : '',
    html: message.parsed_body,
    text: textOf(message.parsed_body),
  }))
  const draft = useDraft<Words>(editDraftKey(viewer.id, message.id), { isEmpty, sync: true })
  const { restored, revision, status } = draft
  const topic = useRef(stands.topic)
  const body = useRef<Pick<Words, 'html' | 'text'>>(stands)
  const words = (): Words => ({ topic: topic.current, html: body.current.html, text: body.current.text })
  // One idempotency key per intent: retrying unchanged text reuses it.
  const intent = useRef<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    // No draft was restored. The refs may already hold changes made before this effect ran.
    if (restored === null && revision === 0) return
    const now = restored ?? stands
    topic.current = now.topic
    body.current = now
  }, [restored, revision, stands])

  const changed = () => {
    intent.current = null
    setProblem(null)
    draft.change(words)
  }
  const write = (written: Pick<Words, 'html' | 'text'>) => {
    body.current = written
    changed()
  }
  const writeTopic = (written: string) => {
    topic.current = written
    changed()
  }
  const isChanged = () => cleanBody(body.current.html) !== cleanBody(stands.html) || topic.current !== stands.topic
  const discard = () => {
    draft.discard()
    onClose()
  }
  const send = async (key: string) => {
    const html = cleanBody(body.current.html)
    const asked = { body: html, mentions: mentionsIn(html), idempotency_key: key }
    if (!isOpening) return void (await execute(EditMessage, { ...asked, message_id: message.id }))
    const { editThread } = await execute(EditThread, { ...asked, thread_id: thread.id, topic: topic.current.trim() })
    updateFeeds(client, thread.id, { topic: editThread.topic, excerpt: editThread.excerpt })
  }
  const saving = useCommand(
    async (key: string) => {
      await send(key)
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
    const { html, text } = body.current
    const found = (isOpening ? topicProblem(topic.current) : null) ?? bodyProblem(text, mentionsIn(html).length)
    setProblem(found)
    if (found !== null) return
    intent.current ??= newKey()
    void saving.run(intent.current)
  }
  const isSaving = saving.isPending
  return { stands, restored, revision, status, write, writeTopic, isChanged, discard, save, problem, isSaving }
}

/** Edits a message in place. The form stays open until the server accepts the change. */
export function EditPostForm(props: PanelProps) {
  const { message, thread } = props
  const isOpening = message.is_original_message
  const { stands, restored, revision, status, write, writeTopic, isChanged, discard, save, problem, isSaving } =
    useEditing(props)
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
      {isOpening && (
        <Topic key={`${revision} ${restored?.topic}`} initial={(restored ?? stands).topic} onChange={writeTopic} />
      )}
      <RichTextEditor
        label={isOpening ? 'Opening post' : 'Your reply'}
        placeholder="What should it say?"
        suggest={suggestMembers(thread.id)}
        restored={restored ?? stands}
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
    <label className={styles.topic}>
      <span className="visually-hidden">Topic</span>
      <input
        name="topic"
        className="t-topic"
        maxLength={TOPIC_LENGTH}
        defaultValue={initial}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
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
