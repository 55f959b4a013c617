import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { threads } from '#api/operations.ts'
import { TOPIC_LENGTH, namesInWords, threadPath, type ThreadType } from '#shared/discussions.ts'
import { newKey } from '#shared/kit/ids.ts'
import { AskedBefore } from '#web/features/discussions/AskedBefore.tsx'
import { AnonymousChoice } from '#web/features/discussions/AnonymousChoice.tsx'
import { cleanBody, mentionsIn } from '#web/features/discussions/clean-body.ts'
import { DraftLine } from '#web/features/discussions/DraftLine.tsx'
import { loadSync, readDraft, threadDraftKey, type ThreadDraft } from '#web/features/discussions/drafts.ts'
import { KindChoice } from '#web/features/discussions/KindChoice.tsx'
import { FORM_WORDS } from '#web/features/discussions/new-thread-words.ts'
import styles from '#web/features/discussions/NewThread.module.css'
import composer from '#web/features/discussions/Composer.module.css'
import { EMPTY_POLL, PollFields } from '#web/features/discussions/PollFields.tsx'
import { creationNetworksQuery } from '#web/features/discussions/polls.queries.ts'
import { postProblem, postThread } from '#web/features/discussions/post-thread.ts'
import { postingNetworks, usualNetworks } from '#web/features/discussions/posting-networks.ts'
import { NewThreadAudience } from '#web/features/discussions/NewThreadAudience.tsx'
import { useCare } from '#web/features/discussions/use-care.tsx'
import { useDraft, useLeaveGuard } from '#web/features/discussions/use-draft.ts'
import { useNaming } from '#web/features/discussions/use-naming.tsx'
import { Writing } from '#web/features/discussions/Writing.tsx'
import { Button } from '#web/kit/Button.tsx'
import { track } from '#web/platform/analytics.ts'
import { openOverlay } from '#web/platform/navigation.ts'
import { ProblemError, isUnexpected } from '#web/platform/problems.ts'
import { useUser } from '#web/platform/session.ts'
import { toast } from '#web/platform/toasts.ts'

const isEmptyDraft = ({ topic, text, html, poll, attachments, experts }: ThreadDraft) =>
  `${topic}${text}${poll?.options.join('') ?? ''}`.trim() === '' &&
  !html.includes('data-mention-id') &&
  !attachments?.length &&
  !experts?.length

/** Starts a thread of any kind. It stays as it is until the server has taken it; then the new thread opens. */
export default function NewThread({ kind: asked, onClose }: { kind: ThreadType | null; onClose: () => void }) {
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
    ...(asked && { kind: asked }),
  }))
  const { kind = 'discussion', poll = EMPTY_POLL } = draft
  const words = FORM_WORDS[kind]
  const [begun, setBegun] = useState(isEmptyDraft({ ...draft, topic: '' }) ? null : draft)
  const filesProblem = useRef<string | null>(null)
  const { restored, keeping, change, drop } = useDraft<ThreadDraft>(threadDraftKey(viewer.id), isEmptyDraft)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const care = useCare()
  // One key for one intent: a retry of the same words carries it again, other words are another intent.
  const intent = useRef<string | null>(null)
  const latest = useRef(draft)
  useLeaveGuard()
  const isElsewhere = kind === 'recommendation_request'
  const elsewhere = useQuery({ ...creationNetworksQuery(kind), enabled: isElsewhere }).data?.creation_networks
  const networks = (isElsewhere && elsewhere) || postingNetworks(viewer)
  useEffect(
    () =>
      void loadSync().then(
        ({ pull }) => pull(viewer.id),
        () => undefined,
      ),
    [viewer.id],
  )
  useEffect(() => {
    // From another device, and nothing was written here meanwhile.
    if (restored === null) return
    latest.current = { ...latest.current, ...restored }
    setDraft(latest.current)
    setBegun(latest.current)
  }, [restored])
  const chosen = networks.filter(({ id }) => draft.peer_network_ids.includes(id))

  const write = (part: Partial<ThreadDraft>) => {
    const next = { ...latest.current, ...part }
    latest.current = next
    intent.current = null
    setDraft(next)
    setProblem(null)
    care.forget()
    change(next)
  }
  const naming = useNaming({
    threadId: null,
    isPrivate: false,
    experts: draft.experts ?? [],
    onChange: (experts) => write({ experts }),
  })
  const submit = async () => {
    if (isSending) return
    const html = cleanBody(latest.current.html)
    const post = {
      ...latest.current,
      kind,
      poll,
      html,
      mentions: mentionsIn(html),
      peer_network_ids: chosen.map(({ id }) => id),
    }
    const found = postProblem(post) ?? filesProblem.current
    setProblem(found)
    if (found !== null || !care.allows(html, post.topic)) return
    intent.current ??= newKey()
    setSending(true)
    try {
      const id = await postThread(post, intent.current)
      drop()
      toast.success(`${words.posted} ${namesInWords(chosen.map(({ display_name }) => display_name))}`)
      // What is counted elsewhere must not say who asked.
      if (!post.is_anonymous) void track('post-created', { thread_id: id, kind: 'thread', is_private: false })
      void client.invalidateQueries({ queryKey: [threads.name] })
      onClose()
      openOverlay(threadPath(id))
    } catch (error) {
      setProblem(sentenceOf(error))
      setSending(false)
    }
  }
  return (
    <form
      ref={care.form}
      className={styles.form}
      aria-label={words.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
    >
      <KindChoice kind={kind} onChange={(next) => write({ kind: next })} />
      <label className={styles.topic}>
        <span className="visually-hidden">{words.topic}</span>
        <input
          className="t-topic"
          placeholder={words.topic}
          autoFocus
          maxLength={TOPIC_LENGTH}
          value={draft.topic}
          onChange={(event) => write({ topic: event.target.value })}
        />
      </label>
      <AskedBefore topic={draft.topic} />
      {kind === 'poll' && (
        <PollFields poll={poll} timeZone={viewer.time_zone} onChange={(next) => write({ poll: next })} />
      )}
      <Writing
        label={words.text}
        placeholder={words.placeholder}
        threadId={null}
        restored={begun}
        onChange={({ html, text }) => write({ html, text })}
        onFiles={({ uploaded, problem: waiting }) => {
          filesProblem.current = waiting
          write({ attachments: uploaded })
        }}
        onSubmit={() => void submit()}
      >
        <DraftLine keeping={keeping} />
        {naming.tool}
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
        <Button type="submit" look="filled" aria-disabled={isSending}>
          {isSending
            ? 'Posting'
            : `${draft.is_anonymous ? words.postUnnamed : words.post} ${chosen.length === 0 ? 'a network' : namesInWords(chosen.map(({ display_name }) => display_name))}`}
        </Button>
      </Writing>
      {naming.field}
      <NewThreadAudience draft={draft} networks={networks} onChange={write} />
      {kind !== 'poll' && (
        <AnonymousChoice
          isOn={draft.is_anonymous ?? false}
          topic={draft.topic}
          html={draft.html}
          networkIds={draft.peer_network_ids}
          onChange={(is_anonymous) => write({ is_anonymous })}
        />
      )}
      {care.notice}
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
