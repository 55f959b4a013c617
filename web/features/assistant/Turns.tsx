import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { GetAiMessagesQuery } from '#api/operations.ts'
import type { AskPeers } from '#web/features/assistant/answer/Abstained.tsx'
import { QuestionAndAnswer } from '#web/features/assistant/answer/Answer.tsx'
import styles from '#web/features/assistant/AssistantPage.module.css'
import { conversationPath, type Version } from '#web/features/assistant/assistant.queries.ts'
import type { Turn } from '#web/features/assistant/assistant-texts.ts'
import type { Choices } from '#web/features/assistant/question/use-choices.ts'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { navigateTo } from '#web/platform/navigation/navigation.ts'

interface Props {
  query: UseQueryResult<GetAiMessagesQuery>
  turns: readonly Turn[]
  /** Whose sources and people the side column shows. */
  active: Version | undefined
  choices: Choices
  onAskAgain: () => void
  onAskPeers: AskPeers
}

/** The questions of a conversation with their answers. */
export function Turns({ query: { data, isError, refetch }, turns, active, choices, ...acts }: Props) {
  useLatestInView(turns)
  if (data === undefined)
    return isError ? (
      <StatePage title="We couldn’t load this conversation" again={refetch}>
        Your questions and their answers are saved.
      </StatePage>
    ) : (
      <div role="status" aria-label="Loading conversation" className={styles.loading}>
        <Skeleton shape="title" width="most" />
        <Skeleton width="third" />
        <Skeleton width="most" />
        <Skeleton width="half" />
      </div>
    )
  if (turns.length === 0)
    return (
      <StatePage
        title="This conversation isn’t available"
        actions={<Button onClick={() => navigateTo(conversationPath())}>Ask a question</Button>}
      >
        It may have been deleted. Only its owner can read it.
      </StatePage>
    )
  return turns.map((turn, at) => (
    <QuestionAndAnswer
      key={turn.question.id}
      turn={turn}
      isLast={at === turns.length - 1}
      isActive={active !== undefined && turn.question.id === active.question_id}
      sources={choices.sources}
      chosenSources={choices.chosen}
      {...acts}
    />
  ))
}

/** The latest question comes into view when the conversation opens and when another was asked. */
function useLatestInView(turns: readonly Turn[]): void {
  const latest = turns.at(-1)?.question.id
  const isLong = turns.length > 1
  const seen = useRef<number>(undefined)
  useEffect(() => {
    if (latest === undefined || latest === seen.current) return
    seen.current = latest
    if (isLong) document.getElementById(`question-${latest}`)?.scrollIntoView({ block: 'start' })
  }, [latest, isLong])
}
