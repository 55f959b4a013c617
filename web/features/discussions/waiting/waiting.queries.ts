/** The viewer's anonymous posts that are not published yet. */
import type { QueryClient } from '@tanstack/react-query'
import { GetAnonymousDelay, GetWaitingPosts, WithdrawWaitingPost, type GetWaitingPostsQuery } from '#api/operations.ts'
import { timeOf } from '#shared/kit/dates.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'

export type WaitingPost = GetWaitingPostsQuery['waiting_posts'][number]

const LOOK_AGAIN_MS = 30_000
const isWaiting = ({ ended_at }: WaitingPost) => ended_at === null

/** Polls while posts are waiting, because no signal announces their publication. */
export const waitingQuery = {
  ...operationQuery(GetWaitingPosts, {}, { staleTime: 0 }),
  refetchInterval: ({ state }: { state: { data?: GetWaitingPostsQuery | undefined } }) =>
    state.data?.waiting_posts.some(isWaiting) ? LOOK_AGAIN_MS : false,
} as const
export const delayQuery = operationQuery(GetAnonymousDelay, {})

export const refreshWaiting = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: waitingQuery.queryKey })

export async function withdrawWaiting(client: QueryClient, id: number): Promise<void> {
  await execute(WithdrawWaitingPost, { id })
  await refreshWaiting(client)
}

/** "between 10:05 and 10:20" */
export const appearsInWords = (post: Pick<WaitingPost, 'appears_from' | 'appears_until'>, timeZone: string): string =>
  `between ${timeOf(post.appears_from, timeZone)} and ${timeOf(post.appears_until, timeZone)}`
