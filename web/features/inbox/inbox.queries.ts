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
import { errorMessage as errorMessageOf } from '#web/platform/api/error-message.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type Entry = LastMessagesInGroupsQuery['last_messages_in_groups'][number]
export type Group = NonNullable<InboxGroupQuery['inbox_group']>
export type ChatMessage = InboxGroupMessagesQuery['inbox_group_messages'][number]
export type Person = ChatSuggestionsQuery['chat_suggestions'][number]

/** The live stream signals changes; still refetch on each return to the page. */
const FRESH_MS = 5_000

export const entriesQuery = (userId: number, where: 'current' | 'archived' | 'invited') =>
  operationQuery(LastMessagesInGroups, { user_id: userId, where }, { staleTime: FRESH_MS })
export const groupQuery = (id: number) => operationQuery(InboxGroup, { id }, { staleTime: FRESH_MS })
export const pinnedQuery = (id: number) =>
  operationQuery(InboxGroupPinnedMessages, { group_id: id }, { staleTime: FRESH_MS })
/** The pinned welcome message. */
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

/** A closed group is read-only for all members. An archived one-to-one conversation stays open. */
export const isClosed = ({ archived, group_type }: Pick<Group, 'archived' | 'group_type'>) =>
  archived && group_type !== 'one_to_one'

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

/** Refetches the pinned and welcome messages. */
export const refreshPinned = (client: QueryClient, id: number) =>
  void client.invalidateQueries({ queryKey: pinnedQuery(id).queryKey })

/** Keys of all queries that contain the group. */
export const groupKeys = (id: number) => [groupQuery(id).queryKey, [LastMessagesInGroups.name]]

/** Also shown if the sending code could not be loaded. */
export const CHAT_OFFLINE = 'You’re offline. What you wrote is saved; try again when you’re back online.'

export const INBOX_MESSAGES = {
  offline: CHAT_OFFLINE,
  failed: 'Something went wrong on our end. Try again.',
}
export const errorMessage = (error: unknown): string => errorMessageOf(error, INBOX_MESSAGES)
