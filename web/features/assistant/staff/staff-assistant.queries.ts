import type { QueryClient } from '@tanstack/react-query'
import { GetStaffAssistant, type GetStaffAssistantQuery } from '#api/operations.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export const deskQuery = operationQuery(GetStaffAssistant, {}, { staleTime: 0 })

export type NetworkUsage = GetStaffAssistantQuery['staff_ai_usage'][number]
export type SharedFeedback = GetStaffAssistantQuery['staff_ai_feedback'][number]
export type Model = GetStaffAssistantQuery['staff_ai_models'][number]
export type Source = GetStaffAssistantQuery['staff_ai_sources'][number]
export type LibraryPrompt = GetStaffAssistantQuery['staff_library_prompts'][number]

/** Shows what a mutation answered. */
export const updateDesk = (client: QueryClient, part: Partial<GetStaffAssistantQuery>) =>
  client.setQueryData(deskQuery.queryKey, (known) => known && { ...known, ...part })
