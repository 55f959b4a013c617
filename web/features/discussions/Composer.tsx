import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { UNDO_MS, bodyProblem, namesInWords, privateAddressees } from '#shared/discussions.ts'
import { newKey } from '#shared/kit/ids.ts'
import { AudienceChoice, readersOfGroup, readersOfPrivate } from '#web/features/discussions/AudienceChoice.tsx'
import { cleanBody, mentionsIn } from '#web/features/discussions/clean-body.ts'
import styles from '#web/features/discussions/Composer.module.css'
import type { MessageView, ThreadView } from '#web/features/discussions/discussions.queries.ts'
import { replyDraftKey, type Draft, type Files } from '#web/features/discussions/drafts.ts'
import type { Written } from '#web/features/discussions/editor-tools.ts'
import { DraftLine } from '#web/features/discussions/DraftLine.tsx'
import { addOutgoing, loadSending, updateOutgoing } from '#web/features/discussions/outbox.ts'
import { useCare } from '#web/features/discussions/use-care.tsx'
import { useDraft } from '#web/features/discussions/use-draft.ts'
import { useNaming, type NamedDraft } from '#web/features/discussions/use-naming.tsx'
import { Writing } from '#web/features/discussions/Writing.tsx'
import { Button } from '#web/kit/Button.tsx'

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

// The second click of a double click meets the emptied composer and must not be told to write something.
const DOUBLE_CLICK_MS = 600
let lastSent = -DOUBLE_CLICK_MS

const NO_FILES: Files = { uploaded: [], problem: null }
const NOT_LOADED = 'There is no connection. It goes out when there is one.'
const EMPTY: Written = { html: '', text: '', mentions: [] }
const isEmptyDraft = ({ text, html, attachments, experts }: Draft) =>
  text.trim() === '' && !html.includes('data-mention-id') && !attachments?.length && !experts?.length

export function Composer({
  thread,
  viewer,
  repliedTo,
  focusAtOnce = false,
  refusal = null,
  onSent,
  onRefused,
  onClose,
}: Props) {
  const client = useQueryClient()
  const [isPrivate, setPrivate] = useState(false)
  const written = useRef(EMPTY)
  const files = useRef(NO_FILES)
  const named = useRef<NamedDraft[]>([])
  const [experts, setExperts] = useState(named.current)
  const name = (next: NamedDraft[]) => setExperts((named.current = next))
  const [problem, setProblem] = useState<string | null>(refusal)
  const care = useCare()
  const { restored, keeping, change, drop } = useDraft<Draft>(
    replyDraftKey(viewer.id, thread.id, repliedTo?.id ?? null),
    isEmptyDraft,
  )
  useEffect(() => {
    if (restored === null) return
    written.current = { html: restored.html, text: restored.text, mentions: mentionsIn(restored.html) }
    files.current = { ...NO_FILES, uploaded: restored.attachments ?? [] }
    setPrivate(restored.is_private)
    name(restored.experts ?? [])
  }, [restored])

  const parties = privateAddressees(thread.is_own ? thread.author.id : viewer.id, repliedTo?.sender, thread.author)
  const addressees = parties.map(({ first_name }) => first_name)
  // What was said to a few is not answered before everybody.
  const mustBePrivate = repliedTo?.is_private ?? false
  const goesPrivately = (mustBePrivate || isPrivate) && addressees.length > 0
  const keep = (isPrivateNow: boolean) =>
    change({
      html: written.current.html,
      text: written.current.text,
      is_private: isPrivateNow,
      attachments: files.current.uploaded,
      experts: named.current,
    })
  const naming = useNaming({
    threadId: thread.id,
    isPrivate: goesPrivately,
    experts,
    onChange: (next) => {
      name(next)
      keep(goesPrivately)
    },
  })

  const submit = () => {
    if (
      isEmptyDraft({ ...written.current, is_private: false, attachments: files.current.uploaded }) &&
      performance.now() - lastSent < DOUBLE_CLICK_MS
    )
      return
    const html = cleanBody(written.current.html)
    const { text, mentions } = written.current
    const found = bodyProblem(text, mentions.length) ?? files.current.problem
    setProblem(found)
    if (found !== null || !care.allows(html)) return
    const key = newKey()
    // Emptied before anything else, so that a second click finds nothing to send.
    written.current = EMPTY
    const attachments = files.current.uploaded
    files.current = NO_FILES
    addOutgoing({
      idempotency_key: key,
      thread_id: thread.id,
      message_replied_id: repliedTo?.id ?? null,
      is_private: goesPrivately,
      addressees: goesPrivately ? addressees : [],
      html,
      text,
      mentions,
      attachments,
      experts: named.current,
      votes: goesPrivately ? [] : experts.flatMap(({ ballot }) => ballot ?? []),
      written_at: new Date().toISOString(),
      state: 'sending',
      sends_at: Date.now() + UNDO_MS,
      reason: null,
      retries_by_itself: false,
    })
    lastSent = performance.now()
    drop()
    onSent(key)
    loadSending().then(
      async ({ depart }) => (await depart(client, key)) === 'refused' && onRefused(key),
      () => updateOutgoing(key, { state: 'failed', reason: NOT_LOADED, retries_by_itself: true, sends_at: undefined }),
    )
  }
  return (
    <form
      ref={care.form}
      className={goesPrivately ? `${styles.composer} ${styles.isPrivate}` : styles.composer}
      aria-label={repliedTo ? `Reply to ${repliedTo.sender.name}` : 'Reply'}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <AudienceChoice
        isPrivate={goesPrivately}
        mustBePrivate={mustBePrivate}
        readers={thread.num_of_readers}
        addressees={addressees}
        onChange={(next) => {
          setPrivate(next)
          if (!isEmptyDraft({ ...written.current, is_private: next, attachments: files.current.uploaded })) keep(next)
        }}
      />
      <p className={styles.audience}>
        {goesPrivately ? readersOfPrivate(addressees) : readersOfGroup(thread.num_of_readers)}
      </p>
      <Writing
        label={goesPrivately ? `Your private reply to ${namesInWords(addressees)}` : 'Your reply to the group'}
        placeholder="Write as you would to a colleague. Type @ to name a member."
        threadId={thread.id}
        restored={restored}
        focusAtOnce={focusAtOnce}
        among={goesPrivately ? parties : null}
        onChange={(now) => {
          written.current = now
          void loadSending().catch(() => undefined)
          setProblem(null)
          care.forget()
          keep(goesPrivately)
        }}
        onFiles={(now) => {
          files.current = now
          setProblem(null)
          keep(goesPrivately)
        }}
        onSubmit={submit}
      >
        <DraftLine keeping={keeping} />
        {naming.tool}
        {onClose && (
          <Button look="bare" onClick={onClose}>
            Close
          </Button>
        )}
        <Button type="submit" look={goesPrivately ? 'private' : 'filled'}>
          {goesPrivately ? `Send to ${namesInWords(addressees)}` : 'Post to the group'}
        </Button>
      </Writing>
      {naming.field}
      {care.notice}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </form>
  )
}
