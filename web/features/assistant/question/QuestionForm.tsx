import { IconArrowUp, IconPlayerStop } from '@tabler/icons-react'
import { useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref, type RefObject } from 'react'
import { StopAIMessage } from '#api/operations.ts'
import {
  FILES_PER_QUESTION,
  QUESTION_LENGTH,
  QUESTION_REQUIRED,
  questionTooLong,
  tooManyQuestionFiles,
} from '#shared/assistant.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { messagesQuery, type AIMessage } from '#web/features/assistant/assistant.queries.ts'
import { QuestionTools, type Tools } from '#web/features/assistant/question/QuestionTools.tsx'
import styles from '#web/features/assistant/question/Question.module.css'
import { useAsk } from '#web/features/assistant/question/use-ask.ts'
import { useQuestion } from '#web/features/assistant/question/use-question.ts'
import { InlineTextArea } from '#web/kit/forms/InlineTextArea.tsx'
import { lazyWithPreload } from '#web/kit/loading/lazy-with-preload.tsx'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'

const Uploads = lazyWithPreload(() => import('#web/writing/attachments/AttachmentUploads.tsx'))
const LIMIT = { files: FILES_PER_QUESTION, message: tooManyQuestionFiles() }

export interface QuestionFieldHandle {
  /** Puts a prompt into the field; what is there stays. */
  use: (text: string, attachments: readonly UploadedFile[]) => void
  focus: () => void
}

interface Props extends Omit<Tools, 'onAttach'> {
  ref: Ref<QuestionFieldHandle>
  conversationId: number | undefined
  /** The answer that is being written. */
  writing: AIMessage | undefined
  /** Why nothing can be asked now. */
  refusal: string | null
  onAsked: () => void
}

const questionProblem = (text: string): string | null => {
  const { length } = [...text.trim()]
  return length === 0 ? QUESTION_REQUIRED : length > QUESTION_LENGTH ? questionTooLong(length) : null
}

type Question = ReturnType<typeof useQuestion>

/** Asks what is in the field, or says why not. */
function useSubmit(question: Question, { conversationId, writing, refusal, onAsked, chosen, model }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  const fileProblem = useRef<string | null>(null)
  const { ask, isPending, error, reset } = useAsk({
    conversationId,
    sources: chosen,
    model,
    onAsked: () => {
      question.clear()
      onAsked()
    },
  })
  const submit = () => {
    if (isPending || writing) return
    const text = question.field.current?.value ?? ''
    const noSource = chosen.length === 0 ? 'Choose at least one source.' : null
    const found = questionProblem(text) ?? fileProblem.current ?? noSource ?? refusal
    setProblem(found)
    reset()
    if (found !== null) return question.field.current?.focus()
    void ask({ ...question.draft.current, text })
  }
  const shown = problem ?? (error ? errorMessage(error, { fact: 'Your question wasn’t sent' }) : null)
  return { submit, shown, isPending, fileProblem, clearProblem: () => setProblem(null) }
}

/** The field at the foot of the page. Enter asks, Shift+Enter breaks the line. */
export function QuestionForm(props: Props) {
  const { ref, conversationId, writing, refusal: _refusal, onAsked: _onAsked, ...tools } = props
  const question = useQuestion(conversationId)
  const { field, files, round, write } = question
  const { submit, shown, isPending, fileProblem, clearProblem } = useSubmit(question, props)
  const [picks, setPicks] = useState(0)
  const [isOpen, setOpen] = useState(false)
  useImperativeHandle(ref, () => ({
    use: (text, attachments) => {
      question.use(text, attachments)
      setOpen(true)
      focusAtEnd(field.current)
    },
    focus: () => field.current?.focus(),
  }))
  return (
    <form
      aria-label="Question"
      className={styles.form}
      data-open={isOpen || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={styles.line}>
        <QuestionField
          field={field}
          isFirst={conversationId === undefined}
          isRefused={shown !== null}
          onFocus={() => setOpen(true)}
          onChange={() => {
            clearProblem()
            question.grow()
            write({})
          }}
          onEnter={submit}
        />
        {writing ? <StopButton answer={writing} /> : <AskButton isPending={isPending} />}
      </div>
      <QuestionProblem problem={shown} />
      {(picks > 0 || files.length > 0 || isOpen) && (
        <Uploads
          restored={files}
          version={String(round)}
          picks={picks}
          limit={LIMIT}
          onChange={({ uploaded, problem }) => {
            fileProblem.current = problem
            write({ attachments: uploaded })
          }}
        />
      )}
      <QuestionTools {...tools} onAttach={() => setPicks(picks + 1)} />
      <p role="status" className={styles.state}>
        {isPending ? 'Sending…' : question.isSaved ? 'Draft saved' : ''}
      </p>
    </form>
  )
}

interface FieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  isFirst: boolean
  isRefused: boolean
  onFocus: () => void
  onChange: () => void
  onEnter: () => void
}

const QuestionField = ({ field, isFirst, isRefused, onFocus, onChange, onEnter }: FieldProps) => (
  <InlineTextArea
    ref={field}
    rows={1}
    label="Your question"
    aria-invalid={isRefused || undefined}
    aria-describedby={isRefused ? 'question-problem' : undefined}
    placeholder={isFirst ? 'Ask what your peers know' : 'Ask a follow-up'}
    className={styles.field}
    onFocus={() => {
      onFocus()
      Uploads.prepare()
    }}
    onChange={onChange}
    onKeyDown={(event) => asksWithEnter(event) && onEnter()}
  />
)

/** Not while a word is being composed, as in Japanese. */
function asksWithEnter(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return false
  event.preventDefault()
  return true
}

const QuestionProblem = ({ problem }: { problem: string | null }) =>
  problem !== null && (
    <p id="question-problem" role="alert" className={styles.problem}>
      {problem}
    </p>
  )

const AskButton = ({ isPending }: { isPending: boolean }) => (
  <button type="submit" className={styles.ask} aria-label="Ask" aria-disabled={isPending || undefined}>
    <IconArrowUp size={18} stroke={1.8} aria-hidden />
  </button>
)

/** In the place of the arrow while an answer is written. What is written stays. */
function StopButton({ answer: { id, conversation_id } }: { answer: AIMessage }) {
  const stop = useCommand(StopAIMessage, { invalidate: [messagesQuery(conversation_id).queryKey] })
  return (
    <button
      type="button"
      className={styles.ask}
      aria-label="Stop"
      aria-disabled={stop.isPending || undefined}
      onClick={() => void stop.run({ message: id })}
    >
      <IconPlayerStop size={18} stroke={1.8} aria-hidden />
    </button>
  )
}

function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
