import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { threads } from '#api/operations.ts'
import { TOPIC_LENGTH, namesInWords, threadPath, type ThreadType } from '#shared/discussions.ts'
import { newKey } from '#shared/kit/ids.ts'
import { AskedBefore } from '#web/features/discussions/AskedBefore.tsx'
import { AnonymousChoice } from '#web/features/discussions/AnonymousChoice.tsx'
import { cleanBody, mentionsIn } from '#web/writing/clean-body.ts'
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
import { suggestExperts, withNamed } from '#web/features/discussions/named-drafts.ts'
import { useCare } from '#web/features/discussions/use-care.tsx'
import { useDraft } from '#web/features/discussions/use-draft.ts'
import { useLeaveGuard } from '#web/features/discussions/use-drafts-here.ts'
import { useNaming } from '#web/features/discussions/use-naming.tsx'
import { suggestReaders } from '#web/features/discussions/suggest-readers.ts'
import { prepareWriting } from '#web/writing/parts.ts'
import { Writing } from '#web/writing/Writing.tsx'
import { Button } from '#web/kit/Button.tsx'
import { track } from '#web/platform/analytics.ts'
import { openOverlay } from '#web/platform/navigation.ts'
import { ProblemError, isUnexpected } from '#web/platform/problems.ts'
import { useUser } from '#web/platform/session.ts'
import { toast } from '#web/platform/toasts.ts'

const EMPTY_DRAFT = { topic: '', html: '', text: '', areas_of_expertise: [], geographies: [] }

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
    ...EMPTY_DRAFT,
    peer_network_ids: usualNetworks(viewer),
    ...readDraft<ThreadDraft>(threadDraftKey(viewer.id)),
    ...(asked && { kind: asked }),
  }))
  const { kind = 'discussion', poll = EMPTY_POLL } = draft
  const words = FORM_WORDS[kind]
  const [begun, setBegun] = useState(isEmptyDraft({ ...draft, topic: '' }) ? null : draft)
  const filesProblem = useRef<string | null>(null)
  const { restored, revision, keeping, change, drop } = useDraft<ThreadDraft>(threadDraftKey(viewer.id), isEmptyDraft)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const care = useCare(form)
  // One key for one intent: a retry of the same words carries it again, other words are another intent.
  const intent = useRef<string | null>(null)
  const latest = useRef(draft)
  const body = useRef<Pick<ThreadDraft, 'html' | 'text'>>(draft)
  const [strokes, setStrokes] = useState(0)
  const whole = (): ThreadDraft => ({ ...latest.current, html: body.current.html, text: body.current.text })
  useLeaveGuard()
  // After the topic, in which one writes first.
  useEffect(prepareWriting, [])
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
    if (restored === null && revision === 0) return
    // From another device, and nothing was written here meanwhile. What was posted there is not left to be posted twice.
    const { kind: chosenKind, peer_network_ids } = latest.current
    const finished = { ...EMPTY_DRAFT, peer_network_ids, ...(chosenKind && { kind: chosenKind }) }
    latest.current = restored === null ? finished : { ...latest.current, ...restored }
    body.current = latest.current
    setDraft(latest.current)
    setBegun(restored && latest.current)
  }, [restored, revision])
  const chosen = networks.filter(({ id }) => draft.peer_network_ids.includes(id))

  const write = (part: Partial<ThreadDraft>) => {
    const next = { ...latest.current, ...part }
    latest.current = next
    setDraft(next)
    changed()
  }
  const changed = () => {
    intent.current = null
    setProblem(null)
    care.forget()
    change(whole)
  }
  const writeBody = (written: Pick<ThreadDraft, 'html' | 'text'>) => {
    body.current = written
    changed()
    // Only what an anonymous post tells about its writer is measured while one writes.
    if (latest.current.is_anonymous) setStrokes((known) => known + 1)
  }
  const naming = useNaming({
    threadId: null,
    isPrivate: false,
    isAnonymous: draft.is_anonymous ?? false,
    experts: draft.experts ?? [],
    onChange: (experts) => write({ experts }),
  })
  const submit = async () => {
    if (isSending) return
    const html = cleanBody(body.current.html)
    const post = {
      ...whole(),
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
      ref={form}
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
        suggest={suggestReaders(null)}
        suggestOutside={suggestExperts(null, (named) =>
          write({ experts: withNamed(latest.current.experts ?? [], named) }),
        )}
        restored={begun}
        revision={revision}
        onChange={writeBody}
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
      <AnonymousChoice
        isOn={draft.is_anonymous ?? false}
        isPoll={kind === 'poll'}
        topic={draft.topic}
        body={body}
        strokes={strokes}
        networkIds={draft.peer_network_ids}
        said={problem}
        onChange={(is_anonymous) => write({ is_anonymous })}
      />
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
