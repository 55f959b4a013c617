import { DraftStatusLine } from '#web/features/discussions/reply/DraftStatusLine.tsx'
import styles from '#web/features/discussions/reply/ReplyComposer.module.css'
import { suggestExperts, addTag } from '#web/features/discussions/expert-tags/expert-tags.ts'
import { suggestMembers } from '#web/features/discussions/queries/mention-suggestions.ts'
import { loadCheck, useSensitiveContentCheck } from '#web/writing/sensitive-content/use-sensitive-content-check.tsx'
import type { ExpertTagDraft } from '#web/writing/drafts/expert-tag-draft.ts'
import { useExpertTags } from '#web/features/discussions/expert-tags/use-expert-tags.tsx'
import { useReplyDraft, useSending, type ReplyProps } from '#web/features/discussions/reply/use-reply-form.ts'
import { Button } from '#web/kit/Button.tsx'
import { RichTextEditor } from '#web/writing/editor/RichTextEditor.tsx'

/** What it needs besides: without the check one can write all the same, and is told of it before the text leaves. */
export const prepare = () => loadCheck().catch(() => undefined)

/** Everything behind a composer: the text and its files, the draft, the look before it leaves, the way out. */
export default function ReplyForm(props: ReplyProps) {
  const { thread, asked, words, parties, goesPrivately, form, onClose } = props
  const care = useSensitiveContentCheck(form)
  const reply = useReplyDraft(props)
  const { problem, setProblem, submit } = useSending(props, reply, care)
  const name = (next: ExpertTagDraft[]) => {
    reply.name(next)
    reply.keep()
  }
  const naming = useExpertTags({
    threadId: thread.id,
    isPrivate: goesPrivately,
    isAnonymous: thread.is_own && thread.is_anonymous,
    opensAtOnce: asked === 'name',
    experts: reply.experts,
    onChange: name,
  })

  return (
    <>
      <RichTextEditor
        label={words.label}
        placeholder={words.placeholder}
        suggest={suggestMembers(thread.id)}
        suggestOutside={suggestExperts(thread.id, (named) => name(addTag(reply.experts, named)))}
        restored={reply.restored}
        revision={reply.revision}
        focusAtOnce={asked === 'write'}
        attachAtOnce={asked === 'files'}
        among={goesPrivately ? parties : null}
        onChange={(now) => {
          reply.written.current = now
          setProblem(null)
          care.forget()
          reply.keep()
        }}
        onFiles={(now) => {
          reply.files.current = now
          setProblem(null)
          reply.keep()
        }}
        onSubmit={submit}
      >
        <DraftStatusLine keeping={reply.keeping} />
        {naming.tool}
        {onClose && (
          <Button look="bare" onClick={onClose}>
            Close
          </Button>
        )}
        <Button type="submit" look={goesPrivately ? 'private' : 'filled'}>
          {words.send}
        </Button>
      </RichTextEditor>
      {naming.field}
      {care.notice}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </>
  )
}
