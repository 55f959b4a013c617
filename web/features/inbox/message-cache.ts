/**
 * The loaded messages of a group: always one contiguous range of indexes. It grows at both ends; a jump replaces it
 * with another range.
 */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { InboxGroupMessages, InboxMessage } from '#api/operations.ts'
import { MESSAGES_AT_MOST, MESSAGES_PAGE } from '#shared/inbox.ts'
import { groupQuery, type ChatMessage, type Group } from '#web/features/inbox/inbox.queries.ts'
import { execute } from '#web/platform/api/operations.ts'

/** Number of read messages loaded above the first unread one, or above the target of a jump. */
const ABOVE = 14

const KEPT_MS = 5_000

const historyKey = (groupId: number) => ['InboxHistory', groupId] as const
const indexOf = ({ message_index_in_group }: ChatMessage) => message_index_in_group

/** Oldest first. */
async function fetchRange(group_id: number, from: number, to: number): Promise<ChatMessage[]> {
  if (to < from) return []
  const limit = Math.min(to - from + 1, MESSAGES_AT_MOST)
  const { inbox_group_messages } = await execute(InboxGroupMessages, { group_id, limit, last_message: to + 1 })
  return inbox_group_messages.toReversed()
}

const around = (groupId: number, index: number, latest: number) => {
  const from = Math.max(1, index - ABOVE)
  return fetchRange(groupId, from, Math.min(latest, from + MESSAGES_PAGE - 1))
}

/** Merges both by index, preferring `come`. Returns `known` unchanged if `come` would leave a gap. */
export function merged(known: readonly ChatMessage[], come: readonly ChatMessage[]): readonly ChatMessage[] {
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || come.length === 0) return known.length > 0 ? known : come
  const fits = indexOf(come[0]!) <= indexOf(last) + 1 && indexOf(come.at(-1)!) >= indexOf(first) - 1
  if (!fits) return known
  const all = new Map([...known, ...come].map((message) => [indexOf(message), message]))
  return [...all.values()].sort((a, b) => indexOf(a) - indexOf(b))
}

const setHistory = (
  client: QueryClient,
  groupId: number,
  change: (known: readonly ChatMessage[]) => readonly ChatMessage[],
) => client.setQueryData<readonly ChatMessage[]>(historyKey(groupId), (known) => (known ? change(known) : known))

export const addMessage = (client: QueryClient, message: ChatMessage) =>
  setHistory(client, message.group_id, (known) => merged(known, [message]))

/** The messages that an opened conversation shows first: the first unread ones, or the latest. */
const firstPageQuery = ({ id, latest_index: latest, unread_count, last_seen_message_index }: Group) => ({
  queryKey: historyKey(id),
  queryFn: (): Promise<readonly ChatMessage[]> =>
    unread_count > 0
      ? around(id, last_seen_message_index + 1, latest)
      : fetchRange(id, Math.max(1, latest - MESSAGES_PAGE + 1), latest),
  staleTime: Infinity,
  // Short, so that reopening starts at the unread messages of that time. Any shorter, and it could be dropped before
  // the page uses it.
  gcTime: KEPT_MS,
})

/** Runs requests one after another, so that two ends never load at once. */
function useOneAtATime() {
  const running = useRef<Promise<void>>(undefined)
  return useCallback((work: () => Promise<void>): Promise<void> => {
    const next = (running.current ?? Promise.resolve()).then(work).catch(() => undefined)
    running.current = next
    return next
  }, [])
}

export function useHistory(group: Group) {
  const client = useQueryClient()
  const { id, latest_index: latest } = group
  const first = firstPageQuery(group)
  const { data, isError, refetch } = useQuery(first)
  const messages = data ?? []
  const oneAtATime = useOneAtATime()
  const known = () => client.getQueryData<readonly ChatMessage[]>(historyKey(id)) ?? []

  const older = () =>
    oneAtATime(async () => {
      const oldest = known()[0]
      if (!oldest || indexOf(oldest) === 1) return
      const come = await fetchRange(id, Math.max(1, indexOf(oldest) - MESSAGES_PAGE), indexOf(oldest) - 1)
      setHistory(client, id, (now) => merged(now, come))
    })
  /** Loads up to the latest known index, or up to `heard`, an index from a signal. */
  const newer = (heard = 0) =>
    oneAtATime(async () => {
      // Wait for the first page: a message sent while it loads comes after it.
      const last = (await client.ensureQueryData(first)).at(-1)
      const end = last ? indexOf(last) : 0
      const top = Math.max(heard, client.getQueryData(groupQuery(id).queryKey)?.inbox_group?.latest_index ?? latest)
      if (end >= top) return
      const come = await fetchRange(id, end + 1, Math.min(top, end + MESSAGES_AT_MOST))
      setHistory(client, id, (now) => merged(now, come))
    })
  const jump = (index: number) =>
    oneAtATime(async () => {
      if (known().some((message) => indexOf(message) === index)) return
      const come = await around(id, index, latest)
      if (come.length > 0) setHistory(client, id, () => come)
    })
  /** Refetches the shown messages: after a gap in the stream some may have changed. */
  const refresh = () =>
    oneAtATime(async () => {
      const last = known().at(-1)
      if (!last) return
      const come = await fetchRange(
        id,
        Math.max(indexOf(known()[0]!), indexOf(last) - MESSAGES_AT_MOST + 1),
        indexOf(last),
      )
      setHistory(client, id, (now) => merged(now, come))
    })
  const reload = (messageId: number) =>
    oneAtATime(async () => {
      const { inbox_message } = await execute(InboxMessage, { id: messageId })
      if (inbox_message) setHistory(client, id, (now) => merged(now, [inbox_message]))
    })
  return { messages, isLoading: data === undefined && !isError, isError, refetch, older, newer, jump, refresh, reload }
}
export type History = ReturnType<typeof useHistory>
