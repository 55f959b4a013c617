/** Validates a recommendation and builds its variables. */
import type { RecommendExpertMutationVariables } from '#api/operations.ts'
import {
  EXPERTISE_REQUIRED,
  EXPERT_REQUIRED,
  MESSAGE_REQUIRED,
  newExpertInput,
  newExpertProblem,
} from '#shared/experts.ts'
import type { Chosen } from '#web/features/experts/recommend/ExpertChoice.tsx'
import { htmlOfLines } from '#web/features/experts/expert-texts.ts'

export interface EditorValue {
  chosen: Chosen | null
  areas: readonly number[]
  message: string
  /** Whether the member has a relationship to the expert; then `affiliation` describes it. */
  isBound: boolean
  affiliation: string
}

export interface MissingField {
  field: 'expert' | 'areas_of_expertise' | 'company' | 'message' | 'affiliation' | null
  message: string
}

/** The first missing field, in form order; null if complete. */
export function missingField({ chosen, areas, message, isBound, affiliation }: EditorValue): MissingField | null {
  if (chosen === null) return { field: 'expert', message: EXPERT_REQUIRED }
  const lack = chosen.kind === 'new' ? newExpertProblem(chosen) : null
  if (lack !== null) return lack
  if (areas.length === 0) return { field: 'areas_of_expertise', message: EXPERTISE_REQUIRED }
  if (message.trim() === '') return { field: 'message', message: MESSAGE_REQUIRED }
  if (isBound && affiliation.trim() === '')
    return { field: 'affiliation', message: 'Describe your relationship, or clear the checkbox.' }
  return null
}

/** Variables of a complete recommendation. */
export function variablesOf(written: EditorValue): Omit<RecommendExpertMutationVariables, 'idempotency_key'> {
  const { areas, message, isBound, affiliation } = written
  const chosen = written.chosen!
  const rest = {
    areas_of_expertise: [...areas],
    message: htmlOfLines(message),
    affiliation: isBound ? affiliation.trim() : null,
  }
  if (chosen.kind === 'known') return { expert: { existing_expert: chosen.expert.id }, ...rest }
  return { ...newExpertInput(chosen), ...rest }
}
