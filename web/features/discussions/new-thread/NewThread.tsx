import { errorMessage } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { threads } from '#api/operations.ts'
import { TOPIC_LENGTH, namesInWords, threadPath, type ThreadType } from '#shared/discussions.ts'
import { newKey } from '#shared/kit/ids.ts'
import { SimilarThreads } from '#web/features/discussions/new-thread/SimilarThreads.tsx'
import { AnonymousChoice } from '#web/features/discussions/new-thread/AnonymousChoice.tsx'
import { cleanBody, mentionsIn } from '#web/writing/editor/clean-body.ts'
import { DraftStatusLine } from '#web/features/discussions/reply/DraftStatusLine.tsx'
import { loadDraftSync } from '#web/writing/drafts/load-draft-sync.ts'
import { readDraft } from '#web/writing/drafts/draft-store.ts'
import { threadDraftKey, type ThreadDraft } from '#web/features/discussions/new-thread/thread-draft.ts'
import { replyOutbox } from '#web/features/discussions/reply/reply-outbox.ts'
import { KindChoice } from '#web/features/discussions/new-thread/KindChoice.tsx'
import { FORM_WORDS } from '#web/features/discussions/new-thread/new-thread-texts.ts'
import styles from '#web/features/discussions/new-thread/NewThread.module.css'
import composer from '#web/features/discussions/reply/ReplyComposer.module.css'
import { EMPTY_POLL, PollFields } from '#web/features/discussions/polls/PollFields.tsx'
import { creationNetworksQuery } from '#web/features/discussions/polls/polls.queries.ts'
import { postProblem, postThread } from '#web/features/discussions/new-thread/post-thread.ts'
import { postingNetworks, usualNetworks } from '#web/features/discussions/new-thread/posting-networks.ts'
import { NewThreadAudience } from '#web/features/discussions/new-thread/NewThreadAudience.tsx'
import { suggestExperts, addTag } from '#web/features/discussions/expert-tags/expert-tags.ts'
import { loadCheck, useSensitiveContentCheck } from '#web/writing/sensitive-content/use-sensitive-content-check.tsx'
import { useDraft } from '#web/writing/drafts/use-draft.ts'
import { useLeaveGuard } from '#web/writing/drafts/use-draft-hooks.ts'
import { useExpertTags } from '#web/features/discussions/expert-tags/use-expert-tags.tsx'
import { suggestMembers } from '#web/features/discussions/queries/mention-suggestions.ts'
import { appearsInWords, refreshWaiting } from '#web/features/discussions/waiting/waiting.queries.ts'
import { preloadEditor } from '#web/writing/editor/lazy-editor.ts'
import { RichTextEditor } from '#web/writing/editor/RichTextEditor.tsx'
import { Button } from '#web/kit/Button.tsx'
import { track } from '#web/platform/analytics/analytics.ts'
import { hasFeature } from '#web/platform/session/features.ts'
import { openOverlay } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

const EMPTY_DRAFT = { topic: '', html: '', text: '', areas_of_expertise: [], geographies: [] }

const isEmptyDraft = ({ topic, text, html, poll, attachments, experts }: ThreadDraft) =>
  `${topic}${text}${poll?.options.join('') ?? ''}`.trim() === '' &&
  !html.includes('data-mention-id') &&
  !attachments?.length &&
  !experts?.length

const NOT_POSTED = {
  offline: 'You’re offline. Your text is safe here; try again when you’re back online.',
  failed: 'We couldn’t post this just now. Your text is safe here.',
}

/** Preloads the check and draft sync. Writing works without them; the member is notified if they fail to load. */
export const prepare = () => Promise.allSettled([loadCheck(), loadDraftSync()])

/** Creates a thread of any type. The form stays open until the server accepts it; then the new thread opens. */
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
  const { restored, revision, status, change, discard } = useDraft<ThreadDraft>(threadDraftKey(viewer.id), {
    isEmpty: isEmptyDraft,
    sync: true,
  })
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const care = useSensitiveContentCheck(form)
  // One idempotency key per intent: retrying unchanged text reuses it, changed text gets a new one.
  const intent = useRef<string | null>(null)
  const latest = useRef(draft)
  const body = useRef<Pick<ThreadDraft, 'html' | 'text'>>(draft)
  const [strokes, setStrokes] = useState(0)
  const whole = (): ThreadDraft => ({ ...latest.current, html: body.current.html, text: body.current.text })
  useLeaveGuard(replyOutbox.hasUnsaved)
  // Preload after render, because members write the topic first.
  useEffect(preloadEditor, [])
  const isElsewhere = kind === 'recommendation_request'
  const elsewhere = useQuery({ ...creationNetworksQuery(kind), enabled: isElsewhere }).data?.creation_networks
  const networks = (isElsewhere && elsewhere) || postingNetworks(viewer)
  useEffect(
    () =>
      void loadDraftSync().then(
        ({ pullDrafts }) => pullDrafts(viewer.id),
        () => undefined,
      ),
    [viewer.id],
  )
  useEffect(() => {
    if (restored === null && revision === 0) return
    // Apply changes from another device; nothing was written here since. If the draft was posted there, clear it here
    // so that it is not posted twice.
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
    // Only the anonymity meter needs to know about each change.
    if (latest.current.is_anonymous) setStrokes((known) => known + 1)
  }
  const naming = useExpertTags({
    threadId: null,
    isPrivate: false,
    isAnonymous: draft.is_anonymous ?? false,
    experts: draft.experts ?? [],
    onChange: (experts) => write({ experts }),
  })
  const posted = (made: Awaited<ReturnType<typeof postThread>>) => {
    discard()
    if (typeof made === 'object') {
      toast.success(
        'Your question waits',
        `It will appear ${appearsInWords(made, viewer.time_zone)}, without your name.`,
      )
      void refreshWaiting(client)
      return onClose()
    }
    toast.success(`${words.posted} ${namesInWords(chosen.map(({ display_name }) => display_name))}`)
    void track('post-created', { thread_id: made, kind: 'thread', is_private: false })
    void client.invalidateQueries({ queryKey: [threads.name] })
    onClose()
    openOverlay(threadPath(made))
  }
  const posting = useCommand(
    ({ post, key }: { post: Parameters<typeof postThread>[0]; key: string }) => postThread(post, key),
    { onSuccess: posted, onError: (error) => setProblem(errorMessage(error, NOT_POSTED)) },
  )
  const submit = () => {
    if (posting.isPending) return
    const html = cleanBody(body.current.html)
    const post = {
      ...whole(),
      kind,
      poll,
      html,
      mentions: mentionsIn(html),
      peer_network_ids: chosen.map(({ id }) => id),
      time_zone: viewer.time_zone,
    }
    const found = postProblem(post) ?? filesProblem.current
    setProblem(found)
    if (found !== null || !care.allows(html, post.topic)) return
    intent.current ??= newKey()
    void posting.run({ post, key: intent.current })
  }
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={words.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
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
      <SimilarThreads topic={draft.topic} />
      {kind === 'poll' && (
        <PollFields poll={poll} timeZone={viewer.time_zone} onChange={(next) => write({ poll: next })} />
      )}
      <RichTextEditor
        label={words.text}
        placeholder={words.placeholder}
        suggest={suggestMembers(null)}
        suggestOutside={suggestExperts(null, (named) =>
          write({ experts: addTag(latest.current.experts ?? [], named) }),
        )}
        restored={begun}
        revision={revision}
        onChange={writeBody}
        onFiles={({ uploaded, problem: waiting }) => {
          filesProblem.current = waiting
          write({ attachments: uploaded })
        }}
        onSubmit={submit}
      >
        <DraftStatusLine status={status} />
        {naming.tool}
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
        <Button type="submit" look="filled" aria-disabled={posting.isPending}>
          {posting.isPending
            ? 'Posting'
            : `${draft.is_anonymous ? words.postUnnamed : words.post} ${chosen.length === 0 ? 'a network' : namesInWords(chosen.map(({ display_name }) => display_name))}`}
        </Button>
      </RichTextEditor>
      {naming.field}
      <NewThreadAudience draft={draft} networks={networks} onChange={write} />
      {(draft.is_anonymous || hasFeature(viewer, 'anonymous_posts')) && (
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
