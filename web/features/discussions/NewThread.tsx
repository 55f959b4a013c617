import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CreateThread, threads } from '#api/operations.ts'
import { TOPIC_LENGTH, bodyProblem, namesInWords, threadPath, topicProblem } from '#shared/discussions.ts'
import { newKey } from '#shared/kit/ids.ts'
import { AnonymousChoice } from '#web/features/discussions/AnonymousChoice.tsx'
import { cleanBody, mentionsIn } from '#web/features/discussions/clean-body.ts'
import { DraftLine } from '#web/features/discussions/DraftLine.tsx'
import { readDraft, threadDraftKey, type ThreadDraft } from '#web/features/discussions/drafts.ts'
import styles from '#web/features/discussions/NewThread.module.css'
import composer from '#web/features/discussions/Composer.module.css'
import { postingNetworks, usualNetworks } from '#web/features/discussions/posting-networks.ts'
import { NewThreadAudience } from '#web/features/discussions/NewThreadAudience.tsx'
import { useDraft, useLeaveGuard } from '#web/features/discussions/use-draft.ts'
import { Writing } from '#web/features/discussions/Writing.tsx'
import { Button } from '#web/kit/Button.tsx'
import { track } from '#web/platform/analytics.ts'
import { openOverlay } from '#web/platform/navigation.ts'
import { execute } from '#web/platform/operations.ts'
import { ProblemError, isUnexpected } from '#web/platform/problems.ts'
import { useUser } from '#web/platform/session.ts'
import { toast } from '#web/platform/toasts.ts'

const isEmptyDraft = ({ topic, text, html }: ThreadDraft) =>
  `${topic}${text}`.trim() === '' && !html.includes('data-mention-id')

/** Starts a discussion. It stays as it is until the server has taken it; then the new thread opens. */
export default function NewThread({ onClose }: { onClose: () => void }) {
  const viewer = useUser()
  const client = useQueryClient()
  const [draft, setDraft] = useState<ThreadDraft>(() => ({
    topic: '',
    html: '',
    text: '',
    peer_network_ids: usualNetworks(viewer),
    areas_of_expertise: [],
    geographies: [],
    ...readDraft<ThreadDraft>(threadDraftKey(viewer.id)),
  }))
  const [begun] = useState(draft.text === '' && draft.html === '' ? null : { html: draft.html, text: draft.text })
  const { keeping, change, drop } = useDraft<ThreadDraft>(threadDraftKey(viewer.id), isEmptyDraft)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  // One key for one intent: a retry of the same words carries it again, other words are another intent.
  const intent = useRef<string | null>(null)
  const latest = useRef(draft)
  useLeaveGuard()
  const networks = postingNetworks(viewer)
  const chosen = networks.filter(({ id }) => draft.peer_network_ids.includes(id))

  const write = (part: Partial<ThreadDraft>) => {
    const next = { ...latest.current, ...part }
    latest.current = next
    intent.current = null
    setDraft(next)
    setProblem(null)
    change(next)
  }
  const submit = async () => {
    if (isSending) return
    const { topic, text, areas_of_expertise, geographies, is_anonymous = false } = latest.current
    const html = cleanBody(latest.current.html)
    const mentions = mentionsIn(html)
    const found =
      topicProblem(topic) ??
      bodyProblem(text, mentions.length) ??
      (chosen.length === 0 ? 'Choose a network to post in.' : null)
    setProblem(found)
    if (found !== null) return
    intent.current ??= newKey()
    setSending(true)
    try {
      const { createThread: thread } = await execute(CreateThread, {
        topic: topic.trim(),
        body: html,
        thread_type: 'discussion',
        mentions,
        geographies,
        areas_of_expertise,
        peer_network_ids: chosen.map(({ id }) => id),
        is_anonymous,
        idempotency_key: intent.current,
      })
      drop()
      toast.success(`Posted to ${namesInWords(chosen.map(({ display_name }) => display_name))}`)
      // What is counted elsewhere must not say who asked.
      if (!is_anonymous) void track('post-created', { thread_id: thread.id, kind: 'thread', is_private: false })
      void client.invalidateQueries({ queryKey: [threads.name] })
      onClose()
      openOverlay(threadPath(thread.id))
    } catch (error) {
      setProblem(sentenceOf(error))
      setSending(false)
    }
  }
  return (
    <form
      className={styles.form}
      aria-label="Start a discussion"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
    >
      <label className={styles.topic}>
        <span className="visually-hidden">Topic</span>
        <input
          className="t-topic"
          placeholder="Topic"
          autoFocus
          maxLength={TOPIC_LENGTH}
          value={draft.topic}
          onChange={(event) => write({ topic: event.target.value })}
        />
      </label>
      <Writing
        label="Your question"
        placeholder="What would you ask a colleague? Type @ to name a member."
        threadId={null}
        restored={begun}
        onChange={({ html, text }) => write({ html, text })}
        onSubmit={() => void submit()}
      >
        <DraftLine keeping={keeping} />
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
        <Button type="submit" look="filled" aria-disabled={isSending}>
          {isSending
            ? 'Posting'
            : `Post ${draft.is_anonymous ? 'without your name ' : ''}to ${chosen.length === 0 ? 'a network' : namesInWords(chosen.map(({ display_name }) => display_name))}`}
        </Button>
      </Writing>
      <NewThreadAudience draft={draft} networks={networks} onChange={write} />
      <AnonymousChoice
        isOn={draft.is_anonymous ?? false}
        topic={draft.topic}
        html={draft.html}
        networkIds={draft.peer_network_ids}
        onChange={(is_anonymous) => write({ is_anonymous })}
      />
      {problem !== null && (
        <p role="alert" className={composer.problem}>
          {problem}
        </p>
      )}
    </form>
  )
}

function sentenceOf(error: unknown): string {
  if (error instanceof ProblemError && error.kind === 'network')
    return 'There is no connection. Your text is safe here; try again when there is one.'
  if (isUnexpected(error)) {
    const id = error instanceof ProblemError ? error.errorId : undefined
    return `It could not be posted just now. Your text is safe here.${id ? ` Error id: ${id}.` : ''}`
  }
  return (error as ProblemError).message
}
