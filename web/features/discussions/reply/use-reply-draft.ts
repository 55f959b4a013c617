import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UploadedFile } from '#shared/uploads.ts'
import { privateComposers, type ReplyDraft } from '#web/features/discussions/reply/reply-draft.ts'
import type { ExpertTagDraft } from '#web/features/discussions/expert-tags/expert-tag-draft.ts'
import { useDraft } from '#web/writing/drafts/use-draft.ts'
import { mentionsIn } from '#web/writing/editor/clean-body.ts'
import type { AttachmentState, EditorValue } from '#web/writing/editor/editor-types.ts'

const EMPTY: EditorValue = { html: '', text: '', mentions: [] }
const FINISHED: Omit<ReplyDraft, 'is_private'> = EMPTY

const isEmptyDraft = ({ text, html, attachments, experts }: ReplyDraft) =>
  text.trim() === '' && !html.includes('data-mention-id') && !attachments?.length && !experts?.length

interface Options {
  draftKey: string
  isForFew: boolean
  onPrivate: (isPrivate: boolean) => void
}

/** The text, files and experts of a reply, saved as a draft while it is written. */
export function useReplyDraft({ draftKey, isForFew, onPrivate }: Options) {
  const { experts, set, draft, ...content } = useReplyContent(isForFew)
  const savedAsPrivate = useRef(isForFew)
  const { restored, revision, status, change, discard } = useDraft<ReplyDraft>(draftKey, {
    isEmpty: isEmptyDraft,
    sync: true,
  })
  const save = () => change(draft)
  const write = (part: Partial<Content>) => {
    set(part)
    save()
  }

  const applyRestored = useEffectEvent(() => {
    if (restored === null && revision === 0) return
    // Sent or discarded on another device: clear it here, so that it cannot be sent again.
    const { html, text, attachments = [], experts: known = [] } = restored ?? FINISHED
    set({ text: { html, text, mentions: mentionsIn(html) }, uploaded: attachments, experts: known })
    if (restored === null) return
    savedAsPrivate.current = restored.is_private
    // A composer set to "private" stays private when text is restored or synced from another device.
    onPrivate(restored.is_private || privateComposers.has(draftKey))
    if (isForFew && !restored.is_private) save()
  })
  useEffect(() => applyRestored(), [restored, revision])

  const saveAudience = useEffectEvent(() => {
    if (savedAsPrivate.current === isForFew) return
    savedAsPrivate.current = isForFew
    if (!content.isEmpty()) save()
  })
  useEffect(() => saveAudience(), [isForFew])

  return {
    ...content,
    experts,
    restored,
    revision,
    status,
    write: (text: EditorValue) => write({ text }),
    attach: ({ uploaded, problem }: AttachmentState) => write({ uploaded, fileProblem: problem }),
    name: (next: ExpertTagDraft[]) => write({ experts: next }),
    clear() {
      set({ text: EMPTY, uploaded: [], fileProblem: null })
      discard()
      privateComposers.delete(draftKey)
    },
  }
}

interface Content {
  text: EditorValue
  uploaded: UploadedFile[]
  fileProblem: string | null
  experts: ExpertTagDraft[]
}

/** The unsent reply. In a ref, because a keystroke must not render the composer; only the experts are shown. */
function useReplyContent(isForFew: boolean) {
  const current = useRef<Content>({ text: EMPTY, uploaded: [], fileProblem: null, experts: [] })
  const [experts, setExperts] = useState<ExpertTagDraft[]>([])
  const draft = (): ReplyDraft => {
    const { text, uploaded, experts: tags } = current.current
    return { html: text.html, text: text.text, is_private: isForFew, attachments: uploaded, experts: tags }
  }
  return {
    experts,
    set(part: Partial<Content>) {
      current.current = { ...current.current, ...part }
      if (part.experts) setExperts(part.experts)
    },
    draft,
    content: () => ({ ...current.current.text, ...draft(), fileProblem: current.current.fileProblem }),
    isEmpty: () => isEmptyDraft({ ...draft(), experts: [] }),
  }
}
