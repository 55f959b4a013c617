import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { merged } from '#server/platform/graph/reads.ts'
import { createThread, trackThreadView } from './discussions.actions.ts'
import { discussionReads as ownReads } from './discussions.reads.ts'
import { draftActions } from './drafts.actions.ts'
import { draftReads } from './drafts.reads.ts'
import { editActions } from './edits.actions.ts'
import { editReads } from './edits.reads.ts'
import { removalActions } from './removals.actions.ts'
import { removalReads } from './removals.reads.ts'
import { replyToThread } from './replies.actions.ts'

export { discussionJobs } from './discussions.jobs.ts'
export { registerDiscussionRoutes } from './discussions.routes.ts'

export const discussionReads = merged(ownReads, draftReads, editReads, removalReads)

export const discussionActions = (pool: pg.Pool, bus: Bus): Actions => ({
  createThread: (call: Call<never>) => createThread(pool, bus, call),
  replyToThread: (call: Call<never>) => replyToThread(pool, bus, call),
  trackThreadView: (call: Call<never>) => trackThreadView(pool, call),
  ...draftActions(pool),
  ...editActions(pool, bus),
  ...removalActions(pool, bus),
})
