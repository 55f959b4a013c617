import type { QuestionsToAnswerQuery } from '#api/operations.ts'

type Question = QuestionsToAnswerQuery['questions_to_answer'][number]

const REASONS: Record<Question['reason'], (area: string) => string> = {
  own_area: (area) => `${area} is in your expertise`,
  answered_area: (area) => `You’ve answered on ${area}`,
  unanswered: () => 'No reply yet',
}

/** Why a question is suggested. */
export const questionReason = ({ reason, area }: Question): string => REASONS[reason](area ?? '')
