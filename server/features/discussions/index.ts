import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { merged } from '#server/platform/graph/reads.ts'
import { anonymityMeter } from './anonymity/anonymity.actions.ts'
import { anonymityReads } from './anonymity/anonymity.reads.ts'
import { createThread, trackThreadView } from './posting/threads.actions.ts'
import { attachmentReads } from './threads/attachments.reads.ts'
import { reachedFrom } from './threads/discussions.access.ts'
import { discussionJobs as counterJobs } from './threads/discussions.jobs.ts'
import { discussionReads as threadReads } from './threads/discussions.reads.ts'
import { draftActions } from './drafts/drafts.actions.ts'
import { draftReads } from './drafts/drafts.reads.ts'
import { editActions } from './editing/edits.actions.ts'
import { editReads } from './editing/edits.reads.ts'
import { expertMentionReads } from './expert-tags/expert-mentions.ts'
import { followThread } from './reading/follows.actions.ts'
import { followReads } from './reading/follows.reads.ts'
import { likeEntity } from './likes/likes.actions.ts'
import { likeJobs } from './likes/likes.jobs.ts'
import { likeReads } from './likes/likes.reads.ts'
import { messageExpertJobs } from './expert-tags/message-experts.jobs.ts'
import { newThreadReads } from './posting/new-thread.ts'
import { createPoll, viewPollResults, votePoll } from './polls/polls.actions.ts'
import { pollJobs } from './polls/polls.jobs.ts'
import { pollReads } from './polls/polls.reads.ts'
import { hideThread, markAllThreadsRead } from './reading/reading.actions.ts'
import { readingReads } from './reading/reading.reads.ts'
import { removalActions } from './editing/removals.actions.ts'
import { removalReads } from './editing/removals.reads.ts'
import { replyToThread } from './posting/replies.actions.ts'
import { waitingActions } from './posting/waiting.actions.ts'
import { waitingJobs } from './posting/waiting.jobs.ts'
import { waitingReads } from './anonymity/waiting.reads.ts'

export { messageExpertReads } from './expert-tags/message-experts.reads.ts'
export { concernsAnonymous, showsAnonymous } from './analytics.actions.ts'
export { anonymity } from './anonymity/anonymity.access.ts'
export { registerDiscussionRoutes } from './threads/discussions.routes.ts'
export { isReadAuthor, readable as discussions } from './threads/discussions.access.ts'
/** From a message that is readable already. */
export const likesOfMessages = reachedFrom.message_likes
export { reviewPosts, setClosed, type ReviewedPost } from './editing/reviews.actions.ts'

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
  waitingReads,
)
export const discussionJobs = { ...counterJobs, ...pollJobs, ...likeJobs, ...messageExpertJobs, ...waitingJobs }

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
  ...waitingActions(pool, bus),
  likeEntity: (call: Call<never>) => likeEntity(pool, bus, call),
  followThread: (call: Call<never>) => followThread(pool, call, { isFollowed: true }),
  unfollowThread: (call: Call<never>) => followThread(pool, call, { isFollowed: false }),
  hideThread: (call: Call<never>) => hideThread(pool, call, { isHidden: true }),
  unhideThread: (call: Call<never>) => hideThread(pool, call, { isHidden: false }),
  markAllThreadsRead: (call: Call<never>) => markAllThreadsRead(pool, call),
})
