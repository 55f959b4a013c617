import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { bodyProblem } from '#shared/posts.ts'
import { unnamedFileProblem, type UploadedFile } from '#shared/uploads.ts'
import { DraftStatusLine } from '#web/features/discussions/reply/DraftStatusLine.tsx'
import { ReplyFrame, type ReplyAudience } from '#web/features/discussions/reply/ReplyFrame.tsx'
import styles from '#web/features/discussions/reply/ReplyComposer.module.css'
import { suggestExperts, addTag } from '#web/features/discussions/expert-tags/expert-tags.ts'
import type { MessageView, ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { suggestMembers } from '#web/features/discussions/queries/mention-suggestions.ts'
import { loadCheck, useSensitiveContentCheck } from '#web/writing/sensitive-content/use-sensitive-content-check.tsx'
import { useExpertTags } from '#web/features/discussions/expert-tags/use-expert-tags.tsx'
import { REPLY_OFFLINE } from '#web/features/discussions/reply/send-reply.ts'
import { replyOutbox } from '#web/features/discussions/reply/reply-outbox.ts'
import { useReplyDraft } from '#web/features/discussions/reply/use-reply-draft.ts'
import { enqueue } from '#web/writing/outbox/enqueue.ts'
import { cleanBody } from '#web/writing/editor/clean-body.ts'
import { Button } from '#web/kit/Button.tsx'
import { PostProblem } from '#web/writing/attachments/PostProblem.tsx'
import { RichTextEditor } from '#web/writing/editor/RichTextEditor.tsx'

/** What the member clicked before this was loaded. */
export type InitialAction = 'none' | 'write' | 'submit'

interface Props {
  thread: ThreadView
  /** The message being replied to; without it, the reply is to the thread. */
  repliedTo: MessageView | undefined
  label: string
  audience: ReplyAudience
  draftKey: string
  initialAction: InitialAction
  /** Why an earlier attempt was rejected; its text is back in the field. */
  refusal: string | null
  onSent: (key: string) => void
  onClose: (() => void) | undefined
}

/** Preloads the check. Writing works without it; the member is notified before the text is sent. */
export const prepare = () => loadCheck().catch(() => undefined)

// The second click of a double click finds the composer empty; ignore it instead of asking for text.
const DOUBLE_CLICK_MS = 600
let lastSent = -DOUBLE_CLICK_MS

const NOBODY_LEFT =
  'You wrote this as a private reply, but there’s no one here it can be sent to privately. Choose “To the group” if everyone may read it.'

/** The full composer: text, files, draft, and the check before sending. */
export default function ReplyForm(props: Props) {
  const { thread, label, audience, initialAction, onClose } = props
  const { words, goesPrivately, parties } = audience
  const { form, reply, check, problem, setProblem, submit, agree } = useReply(props)
  const naming = useExpertTags({
    threadId: thread.id,
    isPrivate: goesPrivately,
    isAnonymous: thread.is_own && thread.is_anonymous,
    experts: reply.experts,
    onChange: reply.name,
  })
  return (
    <ReplyFrame label={label} audience={audience} bar={props.repliedTo ? null : 'open'} form={form} onSubmit={submit}>
      <RichTextEditor
        label={words.label}
        placeholder={words.placeholder}
        suggest={suggestMembers(thread.id)}
        suggestOutside={suggestExperts(thread.id, (named) => reply.name(addTag(reply.experts, named)))}
        restored={reply.restored}
        revision={reply.revision}
        focusAtOnce={initialAction === 'write'}
        among={goesPrivately ? parties : null}
        onChange={(written) => {
          setProblem(null)
          check.forget()
          reply.write(written)
        }}
        onFiles={(files) => {
          setProblem(null)
          reply.attach(files)
        }}
        onSubmit={submit}
      >
        <DraftStatusLine status={reply.status} />
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
      {check.notice}
      <PostProblem
        problem={problem}
        className={styles.problem}
        files={() => reply.content().attachments ?? []}
        onAgree={agree}
      />
    </ReplyFrame>
  )
}

/** Holds the reply and sends it: validates, clears the composer, and passes the reply to the outbox. */
function useReply({ thread, repliedTo, audience, draftKey, initialAction, refusal, onSent }: Props) {
  const { isForFew, goesPrivately, addressees, onPrivate } = audience
  const form = useRef<HTMLFormElement>(null)
  const check = useSensitiveContentCheck(form)
  const reply = useReplyDraft({ draftKey, isForFew, onPrivate })
  const [problem, setProblem] = useState<string | null>(refusal)
  useEffect(() => setProblem((known) => (known === NOBODY_LEFT ? null : known)), [isForFew])

  const submit = () => {
    if (reply.isEmpty() && performance.now() - lastSent < DOUBLE_CLICK_MS) return
    const { fileProblem, is_private: _, html: written, ...content } = reply.content()
    const { text, mentions, attachments = [], experts = [] } = content
    const html = cleanBody(written)
    const isAnonymous = thread.is_own && thread.is_anonymous
    const found =
      bodyProblem(text, mentions.length) ??
      fileProblem ??
      (isAnonymous ? unnamedFileProblem(attachments) : null) ??
      (isForFew && !goesPrivately ? NOBODY_LEFT : null)
    setProblem(found)
    if (found !== null || !check.allows(html)) return
    // Clear first, so that a second click has nothing to send.
    reply.clear()
    lastSent = performance.now()
    const key = enqueue(
      replyOutbox,
      {
        ...content,
        html,
        thread_id: thread.id,
        message_replied_id: repliedTo?.id ?? null,
        is_private: goesPrivately,
        is_anonymous: isAnonymous,
        addressees: goesPrivately ? addressees : [],
        votes: goesPrivately ? [] : experts.flatMap(({ ballot }) => ballot ?? []),
      },
      REPLY_OFFLINE,
    )
    onSent(key)
  }
  const submitAtOnce = useEffectEvent(() => {
    if (initialAction === 'submit') submit()
  })
  useEffect(() => submitAtOnce(), [])
  const agree = (uploaded: UploadedFile[]) => {
    reply.attach({ uploaded, problem: null })
    submit()
  }
  return { form, reply, check, problem, setProblem, submit, agree }
}
