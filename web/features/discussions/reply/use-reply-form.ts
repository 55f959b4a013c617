import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { UNDO_MS, bodyProblem } from '#shared/discussions.ts'
import { unnamedFileProblem } from '#shared/uploads.ts'
import { newKey } from '#shared/kit/ids.ts'
import type { MessageView, ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { privateComposers, type Draft } from '#web/writing/drafts/draft-store.ts'
import { loadSender } from '#web/features/discussions/reply/load-sender.ts'
import { enqueue, updateItem } from '#web/writing/outbox/outbox.ts'
import type { useSensitiveContentCheck } from '#web/writing/sensitive-content/use-sensitive-content-check.tsx'
import { useDraft } from '#web/writing/drafts/use-draft.ts'
import type { ExpertTagDraft } from '#web/writing/drafts/expert-tag-draft.ts'
import { cleanBody, mentionsIn } from '#web/writing/editor/clean-body.ts'
import type { AttachmentState, EditorValue } from '#web/writing/editor/editor-types.ts'

/** What the member reached for before this was here. */
export type InitialAction = 'nothing' | 'write' | 'files' | 'name' | 'submit'

export interface ReplyProps {
  thread: ThreadView
  repliedTo: MessageView | undefined
  refusal: string | null
  storageKey: string
  asked: InitialAction
  words: { label: string; placeholder: string; send: string }
  parties: { id: number }[]
  addressees: string[]
  /** Meant for a few; it goes privately where there is somebody left to whom it can. */
  isForFew: boolean
  goesPrivately: boolean
  form: RefObject<HTMLFormElement | null>
  /** Filled with what the form does when it is submitted. */
  submit: RefObject<(() => void) | null>
  onPrivate: (isPrivate: boolean) => void
  onSent: (key: string) => void
  onRefused: (key: string) => void
  onClose?: () => void
}

// The second click of a double click meets the emptied composer and must not be told to write something.
const DOUBLE_CLICK_MS = 600
let lastSent = -DOUBLE_CLICK_MS

const NO_FILES: AttachmentState = { uploaded: [], problem: null }
const NOT_LOADED = 'You’re offline. Your reply will be sent when you’re back online.'
const NOBODY_LEFT =
  'You wrote this as a private reply, but there’s no one here it can be sent to privately. Choose “To the group” if everyone may read it.'
const EMPTY: EditorValue = { html: '', text: '', mentions: [] }
/** Sent or thrown away elsewhere: then nothing of it may be left here to be sent again. */
const FINISHED: Omit<Draft, 'is_private'> = EMPTY
const isEmptyDraft = ({ text, html, attachments, experts }: Draft) =>
  text.trim() === '' && !html.includes('data-mention-id') && !attachments?.length && !experts?.length

/** What is being written, kept as a draft while it is. */
export function useReplyDraft({ storageKey, isForFew, onPrivate }: ReplyProps) {
  const written = useRef(EMPTY)
  const files = useRef(NO_FILES)
  const named = useRef<ExpertTagDraft[]>([])
  const [experts, setExperts] = useState(named.current)
  const name = (next: ExpertTagDraft[]) => setExperts((named.current = next))
  const wasPrivate = useRef(isForFew)
  const { restored, revision, keeping, change, ...draft } = useDraft<Draft>(storageKey, isEmptyDraft)
  useEffect(() => {
    if (restored === null && revision === 0) return
    const { html, text, attachments = [], experts: kept = [] } = restored ?? FINISHED
    written.current = { html, text, mentions: mentionsIn(html) }
    files.current = { ...files.current, uploaded: attachments }
    name(kept)
    if (restored === null) return
    wasPrivate.current = restored.is_private
    // What the member means for a few stays with them, also when the text is put back or comes from elsewhere.
    onPrivate(restored.is_private || privateComposers.has(storageKey))
    if (isForFew && !restored.is_private) keep()
  }, [restored, revision])

  const keep = () =>
    change(() => ({
      html: written.current.html,
      text: written.current.text,
      is_private: isForFew,
      attachments: files.current.uploaded,
      experts: named.current,
    }))
  useEffect(() => {
    if (wasPrivate.current === isForFew) return
    wasPrivate.current = isForFew
    if (!isEmptyDraft({ ...written.current, is_private: isForFew, attachments: files.current.uploaded })) keep()
  }, [isForFew])
  const drop = () => {
    draft.drop()
    privateComposers.delete(storageKey)
  }
  const isEmpty = () => isEmptyDraft({ ...written.current, is_private: false, attachments: files.current.uploaded })
  return { written, files, experts, name, restored, revision, keeping, keep, drop, isEmpty }
}

type ReplyText = ReturnType<typeof useReplyDraft>

/** The way out: looked at, emptied here, and handed to the outbox. */
export function useSending(props: ReplyProps, reply: ReplyText, care: ReturnType<typeof useSensitiveContentCheck>) {
  const { thread, repliedTo, refusal, asked, addressees, isForFew, goesPrivately } = props
  const { submit: onSubmit, onSent, onRefused } = props
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(refusal)
  useEffect(() => setProblem((known) => (known === NOBODY_LEFT ? null : known)), [isForFew])
  const submit = () => {
    if (reply.isEmpty() && performance.now() - lastSent < DOUBLE_CLICK_MS) return
    const html = cleanBody(reply.written.current.html)
    const { text, mentions } = reply.written.current
    const isAnonymous = thread.is_own && thread.is_anonymous
    const filesProblem = isAnonymous ? unnamedFileProblem(reply.files.current.uploaded) : null
    const readersProblem = isForFew && !goesPrivately ? NOBODY_LEFT : null
    const found = bodyProblem(text, mentions.length) ?? reply.files.current.problem ?? filesProblem ?? readersProblem
    setProblem(found)
    if (found !== null || !care.allows(html)) return
    const key = newKey()
    // Emptied before anything else, so that a second click finds nothing to send.
    reply.written.current = EMPTY
    const attachments = reply.files.current.uploaded
    reply.files.current = NO_FILES
    enqueue({
      idempotency_key: key,
      thread_id: thread.id,
      message_replied_id: repliedTo?.id ?? null,
      is_private: goesPrivately,
      is_anonymous: isAnonymous,
      addressees: goesPrivately ? addressees : [],
      html,
      text,
      mentions,
      attachments,
      experts: reply.experts,
      votes: goesPrivately ? [] : reply.experts.flatMap(({ ballot }) => ballot ?? []),
      written_at: new Date().toISOString(),
      state: 'sending',
      sends_at: Date.now() + UNDO_MS,
      reason: null,
      retries_by_itself: false,
    })
    lastSent = performance.now()
    reply.drop()
    onSent(key)
    loadSender().then(
      async ({ schedule }) => (await schedule(client, key)) === 'refused' && onRefused(key),
      () => updateItem(key, { state: 'failed', reason: NOT_LOADED, retries_by_itself: true, sends_at: undefined }),
    )
  }
  // After every render, because it holds what was rendered.
  useEffect(() => {
    onSubmit.current = submit
    return () => void (onSubmit.current = null)
  })
  useEffect(() => {
    if (asked === 'submit') submit()
  }, [])
  return { problem, setProblem, submit }
}
