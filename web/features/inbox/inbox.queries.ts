import type { QueryClient } from '@tanstack/react-query'
import {
  ChatSuggestions,
  FindOneToOne,
  InboxGroup,
  InboxGroupPinnedMessages,
  LastMessagesInGroups,
  SearchInboxMessages,
  type ChatSuggestionsQuery,
  type InboxGroupMessagesQuery,
  type InboxGroupQuery,
  type LastMessagesInGroupsQuery,
} from '#api/operations.ts'
import { operationQuery } from '#web/platform/operations.ts'
import { ProblemError, isUnexpected } from '#web/platform/problems.ts'

export type Entry = LastMessagesInGroupsQuery['last_messages_in_groups'][number]
export type Group = NonNullable<InboxGroupQuery['inbox_group']>
export type ChatMessage = InboxGroupMessagesQuery['inbox_group_messages'][number]
export type Person = ChatSuggestionsQuery['chat_suggestions'][number]

/** The stream says when something has changed; asked for again all the same whenever the page is come back to. */
const FRESH_MS = 5_000

export const entriesQuery = (userId: number, where: 'current' | 'archived' | 'invited') =>
  operationQuery(LastMessagesInGroups, { user_id: userId, where }, { staleTime: FRESH_MS })
export const groupQuery = (id: number) => operationQuery(InboxGroup, { id }, { staleTime: FRESH_MS })
export const pinnedQuery = (id: number) =>
  operationQuery(InboxGroupPinnedMessages, { group_id: id }, { staleTime: FRESH_MS })
/** What newcomers should read first. */
export const welcomeQuery = (id: number) =>
  operationQuery(
    InboxGroupPinnedMessages,
    { group_id: id, welcome_message_id_condition: 'only' },
    { staleTime: FRESH_MS },
  )
export const foundQuery = (search: string) => operationQuery(SearchInboxMessages, { search, limit: 100 })
export const oneToOneQuery = (userId: number) => operationQuery(FindOneToOne, { user_id: userId })
export const suggestionsQuery = (asked: { search?: string; group_id?: number | null; id?: number }) =>
  operationQuery(ChatSuggestions, asked)

export const nameOf = ({ name, default_group_name }: { name: string; default_group_name: string }) =>
  name || default_group_name

export function updateGroup(client: QueryClient, id: number, change: (group: Group) => Partial<Group>): void {
  client.setQueryData(groupQuery(id).queryKey, (known) =>
    known?.inbox_group ? { inbox_group: { ...known.inbox_group, ...change(known.inbox_group) } } : known,
  )
}

export const refreshEntries = (client: QueryClient) =>
  void client.invalidateQueries({ queryKey: [LastMessagesInGroups.name] })
export function refreshGroup(client: QueryClient, id: number): void {
  void client.invalidateQueries({ queryKey: groupQuery(id).queryKey })
  refreshEntries(client)
}

/** What is pinned and what welcomes: asked for again wherever it is shown. */
export const refreshPinned = (client: QueryClient, id: number) =>
  void client.invalidateQueries({ queryKey: pinnedQuery(id).queryKey })

/** A failure as a sentence. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ProblemError && (error.kind === 'network' || error.kind === 'timeout'))
    return 'There is no connection. What you wrote is kept; try again when there is one.'
  if (isUnexpected(error)) {
    const id = error instanceof ProblemError ? error.errorId : undefined
    return `The server could not do it just now.${id ? ` Error id: ${id}.` : ''} Try again.`
  }
  return (error as ProblemError).message
}
