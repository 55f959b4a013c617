import { useEffect, useState } from 'react'
import { namesInWords } from '#shared/discussions.ts'
import { privateAddressees } from '#shared/replies.ts'
import { calledInSentence } from '#shared/people.ts'
import type { MessageView, ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { PendingReply } from '#web/features/discussions/reply/lazy-pending-reply.ts'
import { privateComposers, replyDraftKey } from '#web/features/discussions/reply/reply-draft.ts'
import { replyOutbox } from '#web/features/discussions/reply/reply-outbox.ts'
import type { InitialAction } from '#web/features/discussions/reply/ReplyForm.tsx'
import { ReplyFrame, type ReplyAudience } from '#web/features/discussions/reply/ReplyFrame.tsx'
import { loadDraftSync } from '#web/writing/drafts/load-draft-sync.ts'
import { useHasDraft } from '#web/writing/drafts/use-draft-hooks.ts'
import { lazyWithPreload } from '#web/kit/loading/lazy-with-preload.tsx'
import { Button } from '#web/kit/Button.tsx'
import { preloadEditor } from '#web/writing/editor/lazy-editor.ts'
import { PlainTextEditor } from '#web/writing/editor/PlainTextEditor.tsx'

/** Loads everything needed to write and send a reply, because the connection may drop after the member begins. */
const ReplyForm = lazyWithPreload(async () => {
  const [body] = await Promise.all([
    import('#web/features/discussions/reply/ReplyForm.tsx'),
    replyOutbox.prepare(),
    loadDraftSync(),
  ])
  PendingReply.prepare()
  await body.prepare()
  return body
})
/** Preloads the editor in parallel; otherwise it would load only after the form. */
export function prepareComposer(): void {
  ReplyForm.prepare()
  preloadEditor()
}

interface Props {
  thread: ThreadView
  viewer: { id: number }
  /** The message being replied to; without it, the reply is to the thread. */
  repliedTo?: MessageView
  focusAtOnce?: boolean
  /** Why an earlier attempt was rejected; its text is back in the field. */
  refusal?: string | null
  onSent: (key: string) => void
  onClose?: () => void
}

/**
 * The audience and text of a reply. Most readers never write, so render only a plain placeholder until the member uses
 * it or a draft exists, and remember the action requested while the form loads.
 */
export function ReplyComposer(props: Props) {
  const { thread, viewer, repliedTo, focusAtOnce = false, refusal = null, onSent, onClose } = props
  const draftKey = replyDraftKey(viewer.id, thread.id, repliedTo?.id ?? null)
  const isClosed = thread.closed_at !== null
  const [initialAction, setInitialAction] = useState<InitialAction | null>(() => {
    if (focusAtOnce && (!isClosed || refusal !== null)) return 'write'
    return refusal === null ? null : 'none'
  })
  const audience = useAudience(thread, viewer, repliedTo, draftKey)
  const isBegun = useHasDraft(draftKey)
  useEffect(() => {
    if (isBegun) setInitialAction((known) => known ?? 'none')
  }, [isBegun])

  useEffect(() => {
    if (focusAtOnce) prepareComposer()
  }, [focusAtOnce])

  // A draft begun before the thread was closed stays visible.
  if (isClosed && initialAction === null) return null

  const { words, goesPrivately } = audience
  const label = repliedTo ? `Reply to ${repliedTo.sender.name}` : 'Reply'
  const plain = (
    <ReplyFrame
      label={label}
      audience={audience}
      bar={repliedTo ? null : 'closed'}
      onSubmit={() => setInitialAction('submit')}
    >
      <PlainTextEditor
        label={words.label}
        placeholder="Write a reply"
        onNear={prepareComposer}
        onOpen={() => setInitialAction('write')}
      >
        <Button type="submit" look={goesPrivately ? 'private' : 'filled'}>
          {words.send}
        </Button>
      </PlainTextEditor>
    </ReplyFrame>
  )
  if (initialAction === null) return plain
  return (
    <ReplyForm
      {...{ thread, repliedTo, label, audience, draftKey, initialAction, refusal, onSent, onClose }}
      meanwhile={plain}
    />
  )
}

function useAudience(
  thread: ThreadView,
  viewer: { id: number },
  repliedTo: MessageView | undefined,
  draftKey: string,
): ReplyAudience {
  const [isPrivate, setPrivate] = useState(() => privateComposers.has(draftKey))
  const parties = privateAddressees(thread.is_own ? thread.author.id : viewer.id, repliedTo?.sender, thread.author)
  const addressees = parties.map(calledInSentence)
  // A private message must not be answered publicly.
  const mustBePrivate = repliedTo?.is_private ?? false
  const isForFew = mustBePrivate || isPrivate
  const goesPrivately = isForFew && addressees.length > 0
  return {
    isForFew,
    goesPrivately,
    mustBePrivate,
    numOfReaders: thread.num_of_readers,
    parties,
    addressees,
    words: wordsFor(goesPrivately, addressees),
    onPrivate: (next) => {
      privateComposers[next ? 'add' : 'delete'](draftKey)
      setPrivate(next)
    },
  }
}

const wordsFor = (isPrivate: boolean, addressees: string[]) => ({
  label: isPrivate ? `Your private reply to ${namesInWords(addressees)}` : 'Your reply to the group',
  placeholder: 'Write as you would to a colleague. Type @ to mention someone.',
  send: isPrivate ? `Send to ${namesInWords(addressees)}` : 'Post to the group',
})
