import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { merged } from '#server/platform/graph/reads.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { createThread, trackThreadView } from './discussions.actions.ts'
import { attachmentReads } from './attachments.reads.ts'
import { discussionReads as threadReads } from './discussions.reads.ts'
import { replyToThread } from './replies.actions.ts'

export { discussionJobs } from './discussions.jobs.ts'
export { registerDiscussionRoutes } from './discussions.routes.ts'

export const discussionReads = merged(threadReads, attachmentReads)

export const discussionActions = (pool: pg.Pool, bus: Bus): Actions => ({
  createThread: (call: Call<never>) => createThread(pool, bus, call),
  replyToThread: (call: Call<never>) => replyToThread(pool, bus, call),
  trackThreadView: (call: Call<never>) => trackThreadView(pool, call),
})
