import { useEffect, useRef, useState } from 'react'
import { namesInWords, privateAddressees } from '#shared/discussions.ts'
import { AudienceChoice, readersOfGroup, readersOfPrivate } from '#web/features/discussions/reply/AudienceChoice.tsx'
import type { InitialAction } from '#web/features/discussions/reply/use-reply-form.ts'
import { calledInSentence } from '#shared/people.ts'
import styles from '#web/features/discussions/reply/ReplyComposer.module.css'
import type { MessageView, ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { loadDraftSync } from '#web/writing/drafts/draft-account.ts'
import { privateComposers, replyDraftKey } from '#web/writing/drafts/draft-store.ts'
import { loadSender } from '#web/features/discussions/reply/load-sender.ts'
import { useHasDraft } from '#web/writing/drafts/use-draft-hooks.ts'
import { lazyWithPreload } from '#web/kit/lazy-with-preload.tsx'
import { Button } from '#web/kit/Button.tsx'
import { preloadEditor } from '#web/writing/editor/lazy-editor.ts'
import { PlainTextEditor } from '#web/writing/editor/PlainTextEditor.tsx'

/** How a reply looks that is on its way. */
export const PendingReply = lazyWithPreload(async () => ({ default: (await loadSender()).PendingReply }))

/** With all that it takes to finish a reply: who has begun one may be without a connection a moment later. */
const ReplyForm = lazyWithPreload(async () => {
  const [body] = await Promise.all([
    import('#web/features/discussions/reply/ReplyForm.tsx'),
    loadSender(),
    loadDraftSync(),
  ])
  PendingReply.prepare()
  await body.prepare()
  return body
})
/** The editor on the same way: it would otherwise be asked for when what stands around it has come. */
export function prepareComposer(): void {
  ReplyForm.prepare()
  preloadEditor()
}

interface Props {
  thread: ThreadView
  viewer: { id: number }
  /** The message that is answered; without one the reply goes to the thread. */
  repliedTo?: MessageView
  focusAtOnce?: boolean
  /** Why an earlier try was refused, with the text back in the field. */
  refusal?: string | null
  onSent: (key: string) => void
  onRefused: (key: string) => void
  onClose?: () => void
}

/**
 * Who will read a reply, and its text. Most readers write nothing, so until somebody reaches for it or has begun a
 * draft only its looks are here.
 */
export function ReplyComposer(props: Props) {
  const { thread, viewer, repliedTo, focusAtOnce = false, refusal = null, ...rest } = props
  const storageKey = replyDraftKey(viewer.id, thread.id, repliedTo?.id ?? null)
  const isClosed = thread.closed_at !== null
  const [asked, setAsked] = useState<InitialAction | null>(() => {
    if (focusAtOnce && (!isClosed || refusal !== null)) return 'write'
    return refusal === null ? null : 'nothing'
  })
  const [isPrivate, setPrivate] = useState(() => privateComposers.has(storageKey))
  const choose = (next: boolean) => {
    privateComposers[next ? 'add' : 'delete'](storageKey)
    setPrivate(next)
  }
  const form = useRef<HTMLFormElement>(null)
  const submit = useRef<(() => void) | null>(null)
  const isBegun = useHasDraft(storageKey)
  useEffect(() => {
    if (isBegun) setAsked((known) => known ?? 'nothing')
  }, [isBegun])

  useEffect(() => {
    if (focusAtOnce) prepareComposer()
  }, [focusAtOnce])

  // What was begun before the thread was closed stays in sight.
  if (isClosed && asked === null) return null

  const parties = privateAddressees(thread.is_own ? thread.author.id : viewer.id, repliedTo?.sender, thread.author)
  const addressees = parties.map(calledInSentence)
  // What was said to a few is not answered before everybody.
  const mustBePrivate = repliedTo?.is_private ?? false
  const isForFew = mustBePrivate || isPrivate
  const goesPrivately = isForFew && addressees.length > 0
  const words = wordsFor(goesPrivately, addressees)
  const plain = (
    <PlainTextEditor
      {...words}
      onNear={prepareComposer}
      onOpen={() => setAsked('write')}
      onAttach={() => setAsked('files')}
    >
      <Button look="bare" onClick={() => setAsked('name')}>
        Tag an expert
      </Button>
      <Button type="submit" look={goesPrivately ? 'private' : 'filled'}>
        {words.send}
      </Button>
    </PlainTextEditor>
  )
  return (
    <form
      ref={form}
      className={goesPrivately ? `${styles.composer} ${styles.isPrivate}` : styles.composer}
      aria-label={repliedTo ? `Reply to ${repliedTo.sender.name}` : 'Reply'}
      onSubmit={(event) => {
        event.preventDefault()
        if (submit.current) submit.current()
        else setAsked('submit')
      }}
    >
      <AudienceChoice
        isPrivate={isForFew}
        mustBePrivate={mustBePrivate}
        readers={thread.num_of_readers}
        addressees={addressees}
        onChange={choose}
      />
      <p className={styles.audience}>{readersInWords({ isForFew, addressees, readers: thread.num_of_readers })}</p>
      {asked === null ? (
        plain
      ) : (
        <ReplyForm
          {...rest}
          {...{ thread, repliedTo, refusal, storageKey, asked, words, parties, addressees, isForFew, goesPrivately }}
          form={form}
          submit={submit}
          onPrivate={choose}
          meanwhile={plain}
        />
      )}
    </form>
  )
}

function readersInWords({
  isForFew,
  addressees,
  readers,
}: {
  isForFew: boolean
  addressees: string[]
  readers: number
}) {
  if (!isForFew) return readersOfGroup(readers)
  return addressees.length > 0 ? readersOfPrivate(addressees) : 'Choose who can read this'
}

const wordsFor = (isPrivate: boolean, addressees: string[]) => ({
  label: isPrivate ? `Your private reply to ${namesInWords(addressees)}` : 'Your reply to the group',
  placeholder: 'Write as you would to a colleague. Type @ to mention someone.',
  send: isPrivate ? `Send to ${namesInWords(addressees)}` : 'Post to the group',
})
