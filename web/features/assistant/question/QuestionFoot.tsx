import { useQuery } from '@tanstack/react-query'
import { useEffect, type Ref, type RefObject } from 'react'
import { usageQuery, type AIMessage } from '#web/features/assistant/assistant.queries.ts'
import { leftLine, noneLeftLine } from '#web/features/assistant/assistant-texts.ts'
import styles from '#web/features/assistant/question/Question.module.css'
import { QuestionForm, type QuestionFieldHandle } from '#web/features/assistant/question/QuestionForm.tsx'
import type { Choices } from '#web/features/assistant/question/use-choices.ts'
import { useUser } from '#web/platform/session/session.ts'

interface Props {
  ref: RefObject<QuestionFieldHandle | null>
  /** Set before the conversation changes: the field of the next one then takes the focus. */
  wantsFocus: RefObject<boolean>
  conversationId: number | undefined
  writing: AIMessage | undefined
  choices: Choices
  onAsked: () => void
  onPrompts: () => void
  onPreferences: () => void
}

/** The field, and how many questions are left; if none are, when they begin again. */
export function QuestionFoot({ ref, wantsFocus, conversationId, writing, choices, onAsked, ...dialogs }: Props) {
  const { time_zone } = useUser()
  const usage = useQuery(usageQuery).data?.ai_usage ?? null
  const refusal = usage?.questions_left === 0 ? noneLeftLine(usage, time_zone) : null
  // A conversation has its own draft, so it has its own field.
  useEffect(() => {
    if (wantsFocus.current) ref.current?.focus()
    wantsFocus.current = false
  }, [ref, wantsFocus, conversationId])
  return (
    <>
      {refusal && <p className={styles.refusal}>{refusal}</p>}
      <QuestionForm
        key={conversationId ?? 'new'}
        ref={ref as Ref<QuestionFieldHandle>}
        conversationId={conversationId}
        writing={writing}
        refusal={refusal}
        sources={choices.sources}
        chosen={choices.chosen}
        onChoose={choices.choose}
        models={choices.models}
        model={choices.model}
        onModel={choices.chooseModel}
        left={usage && refusal === null ? leftLine(usage) : null}
        onAsked={() => {
          wantsFocus.current = conversationId === undefined
          onAsked()
        }}
        {...dialogs}
      />
    </>
  )
}
