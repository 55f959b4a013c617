import { DraftLine } from '#web/features/discussions/DraftLine.tsx'
import styles from '#web/features/discussions/Composer.module.css'
import { loadSending } from '#web/features/discussions/outbox.ts'
import { suggestExperts, withNamed } from '#web/features/discussions/named-drafts.ts'
import { suggestReaders } from '#web/features/discussions/suggest-readers.ts'
import { useCare } from '#web/features/discussions/use-care.tsx'
import { useNaming, type NamedDraft } from '#web/features/discussions/use-naming.tsx'
import { useReplyText, useSending, type ReplyProps } from '#web/features/discussions/use-reply.ts'
import { Button } from '#web/kit/Button.tsx'
import { onceIdle } from '#web/platform/idle.ts'
import { Writing } from '#web/writing/Writing.tsx'

const prepareSending = onceIdle(loadSending)

/** Everything behind a composer: the text and its files, the draft, the look before it leaves, the way out. */
export default function ComposerBody(props: ReplyProps) {
  const { thread, asked, words, parties, goesPrivately, form, onClose } = props
  const care = useCare(form)
  const reply = useReplyText(props)
  const { problem, setProblem, submit } = useSending(props, reply, care)
  const name = (next: NamedDraft[]) => {
    reply.name(next)
    reply.keep()
  }
  const naming = useNaming({
    threadId: thread.id,
    isPrivate: goesPrivately,
    isAnonymous: thread.is_own && thread.is_anonymous,
    opensAtOnce: asked === 'name',
    experts: reply.experts,
    onChange: name,
  })

  return (
    <>
      <Writing
        label={words.label}
        placeholder={words.placeholder}
        suggest={suggestReaders(thread.id)}
        suggestOutside={suggestExperts(thread.id, (named) => name(withNamed(reply.experts, named)))}
        restored={reply.restored}
        revision={reply.revision}
        focusAtOnce={asked === 'write'}
        attachAtOnce={asked === 'files'}
        among={goesPrivately ? parties : null}
        onChange={(now) => {
          reply.written.current = now
          prepareSending()
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
        <DraftLine keeping={reply.keeping} />
        {naming.tool}
        {onClose && (
          <Button look="bare" onClick={onClose}>
            Close
          </Button>
        )}
        <Button type="submit" look={goesPrivately ? 'private' : 'filled'}>
          {words.send}
        </Button>
      </Writing>
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
