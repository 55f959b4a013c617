import { useEffect, useRef, useState } from 'react'
import { privateComposers, type ReplyDraft } from '#web/features/discussions/reply/reply-draft.ts'
import type { ExpertTagDraft } from '#web/features/discussions/expert-tags/expert-tag-draft.ts'
import { useDraft } from '#web/writing/drafts/use-draft.ts'
import { mentionsIn } from '#web/writing/editor/clean-body.ts'
import type { AttachmentState, EditorValue } from '#web/writing/editor/editor-types.ts'

const EMPTY: EditorValue = { html: '', text: '', mentions: [] }
const FINISHED: Omit<ReplyDraft, 'is_private'> = EMPTY
const NO_FILES: AttachmentState = { uploaded: [], problem: null }

const isEmptyDraft = ({ text, html, attachments, experts }: ReplyDraft) =>
  text.trim() === '' && !html.includes('data-mention-id') && !attachments?.length && !experts?.length

interface Options {
  draftKey: string
  isForFew: boolean
  onPrivate: (isPrivate: boolean) => void
}

/** The text, files and experts of a reply, saved as a draft while it is written. */
export function useReplyDraft({ draftKey, isForFew, onPrivate }: Options) {
  const written = useRef(EMPTY)
  const files = useRef(NO_FILES)
  const named = useRef<ExpertTagDraft[]>([])
  const [experts, setExperts] = useState(named.current)
  const wasPrivate = useRef(isForFew)
  const { restored, revision, status, change, discard } = useDraft<ReplyDraft>(draftKey, {
    isEmpty: isEmptyDraft,
    sync: true,
  })
  const draft = (): ReplyDraft => ({
    html: written.current.html,
    text: written.current.text,
    is_private: isForFew,
    attachments: files.current.uploaded,
    experts: named.current,
  })
  const save = () => change(draft)
  const setNamed = (next: ExpertTagDraft[]) => setExperts((named.current = next))

  useEffect(() => {
    if (restored === null && revision === 0) return
    // Sent or discarded on another device: clear it here, so that it cannot be sent again.
    const { html, text, attachments = [], experts: known = [] } = restored ?? FINISHED
    written.current = { html, text, mentions: mentionsIn(html) }
    files.current = { ...files.current, uploaded: attachments }
    setNamed(known)
    if (restored === null) return
    wasPrivate.current = restored.is_private
    // A composer set to "private" stays private when text is restored or synced from another device.
    onPrivate(restored.is_private || privateComposers.has(draftKey))
    if (isForFew && !restored.is_private) save()
  }, [restored, revision])

  useEffect(() => {
    if (wasPrivate.current === isForFew) return
    wasPrivate.current = isForFew
    if (!isEmptyDraft({ ...draft(), experts: [] })) save()
  }, [isForFew])

  return {
    experts,
    restored,
    revision,
    status,
    write(next: EditorValue) {
      written.current = next
      save()
    },
    attach(next: AttachmentState) {
      files.current = next
      save()
    },
    name(next: ExpertTagDraft[]) {
      setNamed(next)
      save()
    },
    content: () => ({ ...written.current, ...draft(), fileProblem: files.current.problem }),
    isEmpty: () => isEmptyDraft({ ...draft(), experts: [] }),
    clear() {
      written.current = EMPTY
      files.current = NO_FILES
      discard()
      privateComposers.delete(draftKey)
    },
  }
}
