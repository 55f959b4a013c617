import { useCallback, useEffect, useRef, useState } from 'react'
import { FILES_PER_QUESTION } from '#shared/assistant.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import {
  cleanQuestion,
  EMPTY_QUESTION,
  isEmptyQuestion,
  questionDraftKey,
  type QuestionDraft,
} from '#web/features/assistant/question/question-draft.ts'
import { useUser } from '#web/platform/session/session.ts'
import { useDraft } from '#web/writing/drafts/use-draft.ts'

/** The draft: the text in the field, which is not controlled, and the files. */
export function useQuestion(conversationId: number | undefined) {
  const field = useRef<HTMLTextAreaElement>(null)
  const grow = useCallback(() => growField(field.current), [])
  const key = questionDraftKey(useUser().id, conversationId)
  const { restored, revision, status, change, discard } = useDraft<QuestionDraft>(key, {
    isEmpty: isEmptyQuestion,
    clean: cleanQuestion,
  })
  const draft = useRef(EMPTY_QUESTION)
  const [files, setFiles] = useState<readonly UploadedFile[]>([])
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (restored === null) return
    // What was typed before the draft was read is newer.
    const text = field.current?.value || restored.text
    draft.current = { ...restored, text }
    if (field.current) field.current.value = text
    setFiles(restored.attachments)
    setRound((known) => known + 1)
  }, [restored, revision])
  const write = (part: Partial<QuestionDraft>) => {
    draft.current = { ...draft.current, text: field.current?.value ?? '', ...part }
    change(() => draft.current)
  }
  const clear = () => {
    draft.current = EMPTY_QUESTION
    if (field.current) field.current.value = ''
    setFiles([])
    setRound((known) => known + 1)
    discard()
  }
  const use = (text: string, attachments: readonly UploadedFile[]) => {
    const before = field.current?.value.trimEnd() ?? ''
    const next = before === '' ? text : `${before}\n\n${text}`
    if (field.current) field.current.value = next
    const all = [...draft.current.attachments, ...attachments].slice(0, FILES_PER_QUESTION)
    write({ text: next, attachments: all })
    setFiles(all)
    setRound((known) => known + 1)
  }
  useEffect(grow, [grow, round])
  return { field, draft, files, round, isSaved: status === 'on-device', write, clear, use, grow }
}

/** Browsers without `field-sizing` need the height in pixels. */
function growField(field: HTMLTextAreaElement | null): void {
  if (!field || CSS.supports('field-sizing', 'content')) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight + 2}px`
}
