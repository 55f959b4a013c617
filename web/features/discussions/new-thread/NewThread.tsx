import { useEffect, useRef, type ReactNode } from 'react'
import { type ThreadType } from '#shared/discussions.ts'
import { TOPIC_LENGTH } from '#shared/posts.ts'
import { SimilarThreads } from '#web/features/discussions/new-thread/SimilarThreads.tsx'
import { AnonymousChoice } from '#web/features/discussions/new-thread/AnonymousChoice.tsx'
import { DraftStatusLine } from '#web/features/discussions/reply/DraftStatusLine.tsx'
import { loadDraftSync } from '#web/writing/drafts/load-draft-sync.ts'
import { KindChoice } from '#web/features/discussions/new-thread/KindChoice.tsx'
import styles from '#web/features/discussions/new-thread/NewThread.module.css'
import composer from '#web/features/discussions/reply/ReplyComposer.module.css'
import { EMPTY_POLL, PollFields } from '#web/features/discussions/polls/PollFields.tsx'
import { NewThreadAudience } from '#web/features/discussions/new-thread/NewThreadAudience.tsx'
import { suggestExperts, addTag } from '#web/features/discussions/expert-tags/expert-tags.ts'
import { useNewThread, type NewThreadState } from '#web/features/discussions/new-thread/use-new-thread.ts'
import { loadCheck } from '#web/writing/sensitive-content/use-sensitive-content-check.tsx'
import { useExpertTags } from '#web/features/discussions/expert-tags/use-expert-tags.tsx'
import { suggestMembers } from '#web/features/discussions/queries/mention-suggestions.ts'
import { preloadEditor } from '#web/writing/editor/lazy-editor.ts'
import { PostProblem } from '#web/writing/attachments/PostProblem.tsx'
import { RichTextEditor } from '#web/writing/editor/RichTextEditor.tsx'
import { Button } from '#web/kit/Button.tsx'
import { InlineTextArea } from '#web/kit/forms/InlineTextArea.tsx'
import { hasFeature } from '#web/platform/session/features.ts'

/** Preloads the check and draft sync. Writing works without them; the member is notified if they fail to load. */
export const prepare = () => Promise.allSettled([loadCheck(), loadDraftSync()])

interface Props {
  kind: ThreadType | null
  onClose: () => void
}

/** Creates a thread of any type. The form stays open until the server accepts it; then the new thread opens. */
export default function NewThread({ kind: chosenKind, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const state = useNewThread({ kind: chosenKind, form, onClose })
  const { viewer, content, kind, words, networks, check, posting, submit } = state
  const { draft, write } = content
  const { is_anonymous: isAnonymous = false, poll = EMPTY_POLL, experts = [] } = draft
  const tags = useExpertTags({
    threadId: null,
    isPrivate: false,
    isAnonymous,
    experts,
    onChange: (next) => write({ experts: next }),
  })
  // Preload after render, because members write the topic first.
  useEffect(preloadEditor, [])
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
      <TopicField label={words.topic} topic={draft.topic} onChange={(topic) => write({ topic })} />
      <SimilarThreads topic={draft.topic} />
      {kind === 'poll' && (
        <PollFields poll={poll} timeZone={viewer.time_zone} onChange={(next) => write({ poll: next })} />
      )}
      <TextField state={state} tool={tags.tool} onClose={onClose} />
      {tags.field}
      <NewThreadAudience draft={draft} networks={networks} onChange={write} />
      {(isAnonymous || hasFeature(viewer, 'anonymous_posts')) && (
        <AnonymousChoice
          isOn={isAnonymous}
          isPoll={kind === 'poll'}
          topic={draft.topic}
          body={content.body}
          numOfEdits={content.numOfEdits}
          networkIds={draft.peer_network_ids}
          said={posting.problem}
          onChange={(is_anonymous) => write({ is_anonymous })}
        />
      )}
      {check.notice}
      <PostProblem
        problem={posting.problem}
        className={composer.problem}
        files={() => draft.attachments ?? []}
        onAgree={state.agree}
      />
    </form>
  )
}

interface TopicProps {
  label: string
  topic: string
  onChange: (topic: string) => void
}

/** Grows with the topic. Enter posts, as in a line of text, and a pasted line break becomes a space. */
const TopicField = ({ label, topic, onChange }: TopicProps) => (
  <InlineTextArea
    label={label}
    className={`t-topic ${styles.topic}`}
    placeholder={label}
    autoFocus
    rows={1}
    maxLength={TOPIC_LENGTH}
    value={topic}
    onChange={(event) => onChange(event.target.value.replaceAll(/\s*\n\s*/g, ' '))}
    onKeyDown={(event) => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
      event.preventDefault()
      event.currentTarget.form?.requestSubmit()
    }}
  />
)

interface TextFieldProps {
  state: NewThreadState
  /** The button that opens the expert tags. */
  tool: ReactNode
  onClose: () => void
}

/** The text with its files and the buttons that post or close. */
function TextField({ state, tool, onClose }: TextFieldProps) {
  const { content, words, audience, posting, attach, submit } = state
  return (
    <RichTextEditor
      label={words.text}
      placeholder={words.placeholder}
      suggest={suggestMembers(null)}
      suggestOutside={suggestExperts(null, (tag) =>
        content.write(({ experts: known = [] }) => ({ experts: addTag(known, tag) })),
      )}
      restored={content.restoredText}
      revision={content.revision}
      onChange={content.writeText}
      onFiles={attach}
      onSubmit={submit}
    >
      <DraftStatusLine status={content.status} />
      {tool}
      <Button look="bare" onClick={onClose}>
        Close
      </Button>
      <Button type="submit" look="filled" aria-disabled={posting.isPending}>
        {posting.isPending
          ? 'Posting'
          : `${content.draft.is_anonymous ? words.postUnnamed : words.post} ${audience || 'a network'}`}
      </Button>
    </RichTextEditor>
  )
}
