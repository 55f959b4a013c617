/** Paged queries for a member's activity. */
import { infiniteQueryOptions } from '@tanstack/react-query'
import { userLikes, userReplies } from '#api/operations.ts'
import { ACTIVITY_PAGE } from '#shared/reading.ts'
import { feedQuery } from '#web/features/discussions/queries/discussions.queries.ts'
import { execute } from '#web/platform/api/operations.ts'

export const postsQuery = feedQuery({ ownThreads: true })

export const repliesQuery = (userId: number) =>
  infiniteQueryOptions({
    queryKey: [userReplies.name, userId] as const,
    queryFn: async ({ pageParam, signal, client }) =>
      (await execute(userReplies, { user_id: userId, limit: ACTIVITY_PAGE, offset: pageParam }, { signal, client }))
        .userReplies,
    initialPageParam: 0,
    getNextPageParam: ({ items, count }, pages) =>
      items.length > 0 && pages.length * ACTIVITY_PAGE < count ? pages.length * ACTIVITY_PAGE : undefined,
  })

export const upvotesQuery = infiniteQueryOptions({
  queryKey: [userLikes.name] as const,
  queryFn: async ({ pageParam, signal, client }) =>
    (await execute(userLikes, { limit: ACTIVITY_PAGE, ...(pageParam && { cursor: pageParam }) }, { signal, client }))
      .userLikes,
  initialPageParam: 0,
  getNextPageParam: (page) => page?.next_cursor ?? undefined,
})
