import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { EditMessage, EditThread } from '#api/operations.ts'
import { TOPIC_LENGTH, bodyProblem, namesInWords, topicProblem } from '#shared/discussions.ts'
import { newKey } from '#shared/kit/ids.ts'
import styles from '#web/features/discussions/CarePanel.module.css'
import type { PanelProps } from '#web/features/discussions/CarePanel.tsx'
import { refreshThread } from '#web/features/discussions/care.ts'
import { cleanBody, mentionsIn } from '#web/features/discussions/clean-body.ts'
import composer from '#web/features/discussions/Composer.module.css'
import { DraftLine } from '#web/features/discussions/DraftLine.tsx'
import { updateFeeds } from '#web/features/discussions/discussions.queries.ts'
import { editDraftKey } from '#web/features/discussions/drafts.ts'
import { useDraft } from '#web/features/discussions/use-draft.ts'
import { Writing } from '#web/features/discussions/Writing.tsx'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/operations.ts'
import { ProblemError, mayRetry } from '#web/platform/problems.ts'
import { toast } from '#web/platform/toasts.ts'

interface Words {
  topic: string
  html: string
  text: string
}

const isEmpty = ({ topic, text, html }: Words) => `${topic}${text}`.trim() === '' && !html.includes('data-mention-id')

/** The message as it stands, in an editor in its place. It stays until the server has taken the change. */
export function EditPost({ message, thread, viewer, onClose }: PanelProps) {
  const client = useQueryClient()
  const isOpening = message.is_original_message
  const stands = { topic: isOpening ? thread.topic : '', html: message.parsed_body, text: textOf(message.parsed_body) }
  const { restored, keeping, change, drop } = useDraft<Words>(editDraftKey(viewer.id, message.id), isEmpty)
  const [topic, setTopic] = useState(stands.topic)
  const latest = useRef<Words>(stands)
  // One key for one intent: a retry of the same words carries it again.
  const intent = useRef<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (restored === null) return
    latest.current = restored
    setTopic(restored.topic)
  }, [restored])

  const write = (part: Partial<Words>) => {
    latest.current = { ...latest.current, ...part }
    intent.current = null
    setProblem(null)
    change(latest.current)
  }
  const isChanged = () =>
    cleanBody(latest.current.html) !== cleanBody(stands.html) || latest.current.topic !== stands.topic
  const leave = () => {
    if (isChanged()) return setAsking(true)
    drop()
    onClose()
  }
  const save = async () => {
    if (isSaving) return
    const html = cleanBody(latest.current.html)
    const mentions = mentionsIn(html)
    const found =
      (isOpening ? topicProblem(latest.current.topic) : null) ?? bodyProblem(latest.current.text, mentions.length)
    setProblem(found)
    if (found !== null) return
    intent.current ??= newKey()
    setSaving(true)
    const words = { body: html, mentions, idempotency_key: intent.current }
    try {
      if (isOpening) {
        const edit = { ...words, thread_id: thread.id, topic: latest.current.topic.trim() }
        const { editThread } = await execute(EditThread, edit)
        updateFeeds(client, thread.id, { topic: editThread.topic, excerpt: editThread.excerpt })
      } else await execute(EditMessage, { ...words, message_id: message.id })
      drop()
      await refreshThread(client, thread.id)
      toast.success('Changes saved')
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error))
      setSaving(false)
    }
  }
  const readers = message.is_private ? message.private_readers.map(({ name }) => name) : null
  return (
    <form
      className={message.is_private ? `${composer.composer} ${composer.isPrivate}` : composer.composer}
      aria-label={isOpening ? 'Edit the opening' : 'Edit your reply'}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && leave()}
    >
      <p className={styles.readers}>
        {readers === null
          ? 'Everybody who reads this sees that it was edited.'
          : `Only ${namesInWords(readers)} and staff can read this.`}
      </p>
      {isOpening && (
        <label className={styles.topic}>
          <span className="visually-hidden">Topic</span>
          <input
            className="t-topic"
            maxLength={TOPIC_LENGTH}
            value={topic}
            onChange={(event) => {
              setTopic(event.target.value)
              write({ topic: event.target.value })
            }}
          />
        </label>
      )}
      <Writing
        label={isOpening ? 'The opening message' : 'Your reply, edited'}
        placeholder="What it should say."
        threadId={thread.id}
        restored={restored ?? stands}
        focusAtOnce
        among={message.is_private ? message.private_readers : null}
        onChange={({ html, text }) => write({ html, text })}
        onSubmit={() => void save()}
      >
        <DraftLine keeping={keeping} />
        <Button look="bare" onClick={leave}>
          Cancel
        </Button>
        <Button type="submit" look={message.is_private ? 'private' : 'filled'} aria-disabled={isSaving}>
          {isSaving ? 'Saving' : 'Save changes'}
        </Button>
      </Writing>
      {isAsking && (
        <div className={styles.question} role="group" aria-label="Unsaved changes">
          <p role="alert">Your changes are not saved.</p>
          <Button look="quiet" autoFocus onClick={() => setAsking(false)}>
            Go on editing
          </Button>
          <Button
            look="bare"
            onClick={() => {
              drop()
              onClose()
            }}
          >
            Discard them
          </Button>
        </div>
      )}
      {problem !== null && (
        <p role="alert" className={composer.problem}>
          {problem}
        </p>
      )}
    </form>
  )
}

const textOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent

export function sentenceOf(error: unknown): string {
  if (error instanceof ProblemError && !mayRetry(error)) return error.message
  if (error instanceof ProblemError && error.kind === 'network')
    return 'There is no connection. Nothing is lost; try again.'
  const id = error instanceof ProblemError ? error.errorId : undefined
  return `The server could not take it just now. Nothing is lost; try again.${id ? ` Error id: ${id}.` : ''}`
}
