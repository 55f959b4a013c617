import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { merged } from '#server/platform/graph/reads.ts'
import { anonymityMeter } from './anonymity.actions.ts'
import { anonymityReads } from './anonymity.reads.ts'
import { createThread, trackThreadView } from './discussions.actions.ts'
import { attachmentReads } from './attachments.reads.ts'
import { reachedFrom } from './discussions.access.ts'
import { discussionJobs as counterJobs } from './discussions.jobs.ts'
import { discussionReads as threadReads } from './discussions.reads.ts'
import { draftActions } from './drafts.actions.ts'
import { draftReads } from './drafts.reads.ts'
import { editActions } from './edits.actions.ts'
import { editReads } from './edits.reads.ts'
import { expertMentionReads } from './expert-mentions.ts'
import { followThread } from './follows.actions.ts'
import { followReads } from './follows.reads.ts'
import { likeEntity } from './likes.actions.ts'
import { likeJobs } from './likes.jobs.ts'
import { likeReads } from './likes.reads.ts'
import { newThreadReads } from './new-thread.ts'
import { createPoll, viewPollResults, votePoll } from './polls.actions.ts'
import { pollJobs } from './polls.jobs.ts'
import { pollReads } from './polls.reads.ts'
import { hideThread, markAllThreadsRead } from './reading.actions.ts'
import { readingReads } from './reading.reads.ts'
import { removalActions } from './removals.actions.ts'
import { removalReads } from './removals.reads.ts'
import { replyToThread } from './replies.actions.ts'

export { messageExpertJobs } from './message-experts.jobs.ts'
export { messageExpertReads } from './message-experts.reads.ts'
export { anonymity } from './anonymity.access.ts'
export { registerDiscussionRoutes } from './discussions.routes.ts'
export { registerPollRoutes } from './polls.routes.ts'
export { readable as discussions } from './discussions.access.ts'
/** From a message that is readable already. */
export const likesOfMessages = reachedFrom.message_likes
export { reviewPosts, setClosed, type ReviewedPost } from './reviews.actions.ts'

export const discussionReads = merged(
  threadReads,
  attachmentReads,
  pollReads,
  newThreadReads,
  draftReads,
  editReads,
  removalReads,
  readingReads,
  followReads,
  likeReads,
  anonymityReads,
  expertMentionReads,
)
export const discussionJobs = { ...counterJobs, ...pollJobs, ...likeJobs }

export const discussionActions = (pool: pg.Pool, bus: Bus): Actions => ({
  anonymityMeter: (call: Call<never>) => anonymityMeter(pool, call),
  createPoll: (call: Call<never>) => createPoll(pool, bus, call),
  createThread: (call: Call<never>) => createThread(pool, bus, call),
  replyToThread: (call: Call<never>) => replyToThread(pool, bus, call),
  trackThreadView: (call: Call<never>) => trackThreadView(pool, call),
  viewPollResults: (call: Call<never>) => viewPollResults(pool, call),
  votePoll: (call: Call<never>) => votePoll(pool, bus, call),
  ...draftActions(pool),
  ...editActions(pool, bus),
  ...removalActions(pool, bus),
  likeEntity: (call: Call<never>) => likeEntity(pool, bus, call),
  followThread: (call: Call<never>) => followThread(pool, call, { isFollowed: true }),
  unfollowThread: (call: Call<never>) => followThread(pool, call, { isFollowed: false }),
  hideThread: (call: Call<never>) => hideThread(pool, call, { isHidden: true }),
  unhideThread: (call: Call<never>) => hideThread(pool, call, { isHidden: false }),
  markAllThreadsRead: (call: Call<never>) => markAllThreadsRead(pool, call),
})
