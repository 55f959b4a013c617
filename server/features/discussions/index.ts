import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { createThread, trackThreadView } from './discussions.actions.ts'
import { replyToThread } from './replies.actions.ts'

export { discussionJobs } from './discussions.jobs.ts'
export { discussionReads } from './discussions.reads.ts'
export { registerDiscussionRoutes } from './discussions.routes.ts'
export { readable as discussions } from './discussions.access.ts'
export { reviewPosts, setClosed, type ReviewedPost } from './reviews.actions.ts'

export const discussionActions = (pool: pg.Pool, bus: Bus): Actions => ({
  createThread: (call: Call<never>) => createThread(pool, bus, call),
  replyToThread: (call: Call<never>) => replyToThread(pool, bus, call),
  trackThreadView: (call: Call<never>) => trackThreadView(pool, call),
})
