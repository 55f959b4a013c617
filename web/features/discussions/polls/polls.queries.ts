/** Queries for polls, and cache updates. */
import type { QueryClient } from '@tanstack/react-query'
import { ActivePolls, CreationNetworks, PollById, SuggestThreads, type PollByIdQuery } from '#api/operations.ts'
import type { ThreadType } from '#shared/discussions.ts'
import { updateFeeds, updateThread, type ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type PollView = NonNullable<ThreadView['poll']>
export type Votes = NonNullable<PollByIdQuery['poll']>['votes']

export const activePollsQuery = operationQuery(ActivePolls, {})
export const pollQuery = (id: number) => operationQuery(PollById, { id }, { staleTime: 0 })
export const creationNetworksQuery = (thread_type: ThreadType) => operationQuery(CreationNetworks, { thread_type })
export const suggestionsQuery = (topic: string, enabled: boolean) =>
  operationQuery(SuggestThreads, { topic }, { enabled, retry: false })

/** Updates a poll in every cached query that contains it. */
export function updatePoll(client: QueryClient, poll: PollView): void {
  const { id, title, end_date, active, num_of_votes } = poll
  updateThread(client, poll.thread_id, (known) => ({ ...known, poll: { ...known.poll, ...poll } }))
  updateFeeds(client, poll.thread_id, { poll: { id, title, end_date, active, num_of_votes } })
}
