import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { merged } from '#server/platform/graph/reads.ts'
import { createThread, trackThreadView } from './discussions.actions.ts'
import { attachmentReads } from './attachments.reads.ts'
import { discussionJobs as threadJobs } from './discussions.jobs.ts'
import { discussionReads as threadReads } from './discussions.reads.ts'
import { draftActions } from './drafts.actions.ts'
import { draftReads } from './drafts.reads.ts'
import { editActions } from './edits.actions.ts'
import { editReads } from './edits.reads.ts'
import { newThreadReads } from './new-thread.ts'
import { createPoll, viewPollResults, votePoll } from './polls.actions.ts'
import { pollJobs } from './polls.jobs.ts'
import { pollReads } from './polls.reads.ts'
import { removalActions } from './removals.actions.ts'
import { removalReads } from './removals.reads.ts'
import { replyToThread } from './replies.actions.ts'
export { registerDiscussionRoutes } from './discussions.routes.ts'
export { registerPollRoutes } from './polls.routes.ts'

export const discussionReads = merged(
  threadReads,
  attachmentReads,
  pollReads,
  newThreadReads,
  draftReads,
  editReads,
  removalReads,
)
export const discussionJobs = { ...threadJobs, ...pollJobs }

export const discussionActions = (pool: pg.Pool, bus: Bus): Actions => ({
  createPoll: (call: Call<never>) => createPoll(pool, bus, call),
  createThread: (call: Call<never>) => createThread(pool, bus, call),
  replyToThread: (call: Call<never>) => replyToThread(pool, bus, call),
  trackThreadView: (call: Call<never>) => trackThreadView(pool, call),
  viewPollResults: (call: Call<never>) => viewPollResults(pool, call),
  votePoll: (call: Call<never>) => votePoll(pool, bus, call),
  ...draftActions(pool),
  ...editActions(pool, bus),
  ...removalActions(pool, bus),
})
