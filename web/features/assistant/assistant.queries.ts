/** Queries of the assistant. What it answers is the member's own: it loads by its own request, never in the document. */
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import {
  GetAIConversationCount,
  GetAIConversations,
  GetAIMessages,
  GetAIModels,
  GetAISources,
  GetAITexts,
  GetAIUsage,
  GetAIUserPreferences,
  GetPromptHub,
  GetUserPromptTemplates,
  type GetAiConversationsQuery,
  type GetAiMessagesQuery,
  type GetAiSourcesQuery,
  type GetPromptHubQuery,
} from '#api/operations.ts'
import { AI_CONVERSATIONS_LIMIT, AI_MESSAGES_AT_MOST } from '#shared/assistant.ts'
import { ROUTES } from '#shared/routes.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type AIMessage = GetAiMessagesQuery['ai_messages'][number]
/** An answer, or an earlier version of it. */
export type Version = Omit<AIMessage, 'older_versions'>
export type Citation = AIMessage['citations'][number]
export type Sentence = AIMessage['sentences'][number]
export type AIPerson = AIMessage['people'][number]
export type Conversation = GetAiConversationsQuery['ai_conversations'][number]
export type Source = GetAiSourcesQuery['ai_sources'][number]
export type Prompt = GetPromptHubQuery['prompt_hub'][number]

/** The live stream signals changes; still refetch on each return to the page. */
const FRESH_MS = 5_000

export const textsQuery = operationQuery(GetAITexts, {})
export const sourcesQuery = operationQuery(GetAISources, {})
export const modelsQuery = operationQuery(GetAIModels, {})
export const usageQuery = operationQuery(GetAIUsage, {}, { staleTime: FRESH_MS })
export const countQuery = operationQuery(GetAIConversationCount, {}, { staleTime: FRESH_MS })
export const hubQuery = operationQuery(GetPromptHub, {})
export const foundPromptsQuery = (search: string, category: string) => ({
  ...operationQuery(GetPromptHub, { ...(search && { search }), ...(category && { category }) }),
  placeholderData: keepPreviousData,
})
export const ownPromptsQuery = operationQuery(GetUserPromptTemplates, {})
export const preferencesQuery = operationQuery(GetAIUserPreferences, {}, { staleTime: 0 })
export const messagesQuery = (conversationId: number) =>
  operationQuery(
    GetAIMessages,
    { conversation_id: conversationId, limit: AI_MESSAGES_AT_MOST },
    { staleTime: FRESH_MS },
  )
export const conversationsQuery = (search = '', offset = 0) => ({
  ...operationQuery(
    GetAIConversations,
    { ...(search && { search }), limit: AI_CONVERSATIONS_LIMIT, offset },
    { staleTime: FRESH_MS },
  ),
  placeholderData: keepPreviousData,
})

export const LIST_KEYS = [[GetAIConversations.name], [GetAIConversationCount.name]] as const
export const conversationPath = (id?: number) =>
  id === undefined ? ROUTES.assistant : `${ROUTES.assistant}?conversation=${id}`

export const refreshLists = (client: QueryClient) =>
  LIST_KEYS.forEach((queryKey) => void client.invalidateQueries({ queryKey }))
export const refreshMessages = (client: QueryClient, id: number) =>
  void client.invalidateQueries({ queryKey: messagesQuery(id).queryKey })

/** Adds what was just asked to the messages that are shown, before they are fetched again. */
export function addMessages(client: QueryClient, id: number, messages: readonly AIMessage[], isNew: boolean): void {
  const ids = new Set(messages.map((message) => message.id))
  client.setQueryData(messagesQuery(id).queryKey, (known) => {
    if (known) return { ai_messages: [...known.ai_messages.filter((message) => !ids.has(message.id)), ...messages] }
    return isNew ? { ai_messages: [...messages] } : undefined
  })
}
