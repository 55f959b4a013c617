import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { anonymityMeter } from './anonymity.actions.ts'
import { createThread, trackThreadView } from './discussions.actions.ts'
import { replyToThread } from './replies.actions.ts'

export { discussionJobs } from './discussions.jobs.ts'
export { anonymity } from './anonymity.access.ts'
export { anonymityReads } from './anonymity.reads.ts'
export { discussionReads } from './discussions.reads.ts'
export { registerDiscussionRoutes } from './discussions.routes.ts'
export { readable as discussions } from './discussions.access.ts'
export { reviewPosts, setClosed, type ReviewedPost } from './reviews.actions.ts'

export const discussionActions = (pool: pg.Pool, bus: Bus): Actions => ({
  anonymityMeter: (call: Call<never>) => anonymityMeter(pool, call),
  createThread: (call: Call<never>) => createThread(pool, bus, call),
  replyToThread: (call: Call<never>) => replyToThread(pool, bus, call),
  trackThreadView: (call: Call<never>) => trackThreadView(pool, call),
})
