/** Queries for tagging experts and for showing tagged experts. */
import {
  ExpertsSearch,
  ExpertsThreadSearch,
  GetRecommendationSummary,
  GetThreadVendorDeals,
  type GetRecommendationSummaryQuery,
} from '#api/operations.ts'
import { EXPERT_TYPE_LABELS } from '#shared/experts.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'

const SUGGESTIONS = 8

export interface SuggestedExpert {
  id: number
  name: string
  label: string
  company: { id: number; name: string } | null
  mention_count: number
  thread_mention_count: number
  vote: boolean | null
}

interface Asked {
  signal?: AbortSignal
  limit?: number
}

/** Experts tagged in the thread come first; without a thread, the most mentioned overall. */
export async function findExperts(
  threadId: number | null,
  text: string,
  { signal, limit = SUGGESTIONS }: Asked = {},
): Promise<SuggestedExpert[]> {
  const search = { search_text: text, limit }
  if (threadId !== null)
    return (await execute(ExpertsThreadSearch, { ...search, thread_id: threadId }, { signal })).experts_thread_search
  const found = (await execute(ExpertsSearch, search, { signal })).experts_search
  return found.map((expert) => ({ ...expert, label: EXPERT_TYPE_LABELS[expert.type], thread_mention_count: 0 }))
}

export type SummaryEntry = GetRecommendationSummaryQuery['recommendation_summary'][number]

export const summaryQuery = (threadId: number) => operationQuery(GetRecommendationSummary, { thread_id: threadId })
export const dealsQuery = (threadId: number) => operationQuery(GetThreadVendorDeals, { thread_id: threadId })
