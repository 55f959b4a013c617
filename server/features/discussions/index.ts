import type { AppContext } from '#server/platform/app-context.ts'
import { blockMember } from '#server/features/people/index.ts'
import { defineFeature } from '#server/platform/feature.ts'
import { merged } from '#server/platform/graph/reads.ts'
import { uploadCleaner, type CleanUploads } from '#server/platform/uploads/clean-uploads.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { anonymity, hidden } from './anonymity/anonymity.access.ts'
import { anonymityMeter } from './anonymity/anonymity.actions.ts'
import { anonymityReads } from './anonymity/anonymity.reads.ts'
import { waiting } from './anonymity/waiting.access.ts'
import { waitingReads } from './anonymity/waiting.reads.ts'
import { drafts } from './drafts/drafts.access.ts'
import { draftActions, saveDraft } from './drafts/drafts.actions.ts'
import { draftReads } from './drafts/drafts.reads.ts'
import { edits } from './editing/edits.access.ts'
import { editActions, editMessage, editThread } from './editing/edits.actions.ts'
import { editReads } from './editing/edits.reads.ts'
import { removals } from './editing/removals.access.ts'
import { removalActions } from './editing/removals.actions.ts'
import { removalReads } from './editing/removals.reads.ts'
import { expertMentionReads } from './expert-tags/expert-mentions.ts'
import { mentions, taggedExperts } from './expert-tags/message-experts.access.ts'
import { messageExpertReads } from './expert-tags/message-experts.reads.ts'
import { likes } from './likes/likes.access.ts'
import { likeEntity } from './likes/likes.actions.ts'
import { likeJobs } from './likes/likes.jobs.ts'
import { likeReads } from './likes/likes.reads.ts'
import { discussionsPersonalData } from './personal-data.ts'
import { readablePolls, reachedPolls } from './polls/polls.access.ts'
import { createPoll, viewPollResults, votePoll } from './polls/polls.actions.ts'
import { pollJobs } from './polls/polls.jobs.ts'
import { pollReads } from './polls/polls.reads.ts'
import { newThreadReads } from './posting/new-thread.ts'
import { replyToThread } from './posting/replies.actions.ts'
import { canStartDiscussion, createThread, trackThreadView } from './posting/threads.actions.ts'
import { waitingActions } from './posting/waiting.actions.ts'
import { waitingJobs } from './posting/waiting.jobs.ts'
import { follows } from './reading/follows.access.ts'
import { followThread } from './reading/follows.actions.ts'
import { followReads } from './reading/follows.reads.ts'
import { hideThread, markAllThreadsRead } from './reading/reading.actions.ts'
import { readingReads } from './reading/reading.reads.ts'
import { attachmentReads } from './threads/attachments.reads.ts'
import { isReadAuthor, reachedFrom, readable } from './threads/discussions.access.ts'
import { discussionJobs } from './threads/discussions.jobs.ts'
import { discussionReads } from './threads/discussions.reads.ts'
import { registerDiscussionRoutes } from './threads/discussions.routes.ts'
import { publicFacts, readingState } from './threads/reading.access.ts'

export { concernsAnonymous, showsAnonymous } from './analytics.actions.ts'
export { namesViewer } from './anonymity/anonymity.actions.ts'
export { anonymity, isReadAuthor, readable as discussions, readablePolls as polls }
/** Reached from a message that the viewer can already read. */
export const likesOfMessages = reachedFrom.message_likes
/** The same actions as on the web, for what comes by email. */
export const posting = { replyToThread, createThread, editMessage, editThread, saveDraft, canStartDiscussion }
export { reviewPosts, setClosed, type ReviewedPost } from './editing/reviews.actions.ts'

const discussionActions = ({ pool, bus }: AppContext, { clean }: Services): Actions => ({
  anonymityMeter: (call: Call<never>) => anonymityMeter(pool, call),
  createPoll: (call: Call<never>) => createPoll(pool, bus, call, clean),
  createThread: (call: Call<never>) => createThread(pool, bus, call, { clean }),
  replyToThread: (call: Call<never>) => replyToThread(pool, bus, call, { clean }),
  trackThreadView: (call: Call<never>) => trackThreadView(pool, call),
  viewPollResults: (call: Call<never>) => viewPollResults(pool, call),
  votePoll: (call: Call<never>) => votePoll(pool, bus, call),
  ...draftActions(pool),
  ...editActions(pool, bus),
  ...removalActions(pool, bus),
  ...waitingActions(pool, bus, clean),
  likeEntity: (call: Call<never>) => likeEntity(pool, bus, call),
  followThread: (call: Call<never>) => followThread(pool, call, { isFollowed: true }),
  unfollowThread: (call: Call<never>) => followThread(pool, call, { isFollowed: false }),
  hideThread: (call: Call<never>) => hideThread(pool, call, { isHidden: true }),
  unhideThread: (call: Call<never>) => hideThread(pool, call, { isHidden: false }),
  markAllThreadsRead: (call: Call<never>) => markAllThreadsRead(pool, call),
  // Belongs to the feature people, but whom the viewer can block depends on what they can read here.
  blockMember: (call: Call<never>) => blockMember(pool, isReadAuthor, call),
})

/** For anonymous posts. */
interface Services {
  clean: CleanUploads
}

export const discussionsFeature = defineFeature<Services>({
  name: 'discussions',
  level: 'content',
  besides: ['experts'],
  reads: merged(
    discussionReads,
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
    messageExpertReads,
  ),
  access: [
    readable,
    reachedFrom,
    readablePolls,
    reachedPolls,
    taggedExperts,
    mentions,
    drafts,
    waiting,
    edits,
    removals,
    follows,
    likes,
    readingState,
    publicFacts,
    anonymity,
    hidden,
  ],
  personalData: discussionsPersonalData,
  actions: discussionActions,
  services: ({ pool, blobs, fileTools }) => ({ clean: uploadCleaner(pool, blobs, fileTools) }),
  jobs: (_, { clean }) => ({
    ...discussionJobs,
    ...pollJobs,
    ...likeJobs,
    ...waitingJobs(clean),
  }),
  schedule: [
    '17 3 * * * discussions:check-counters',
    '8 * * * * polls:end',
    '37 3 * * * discussions:check-likes',
    '47 3 * * * discussions:check-experts',
    '* * * * * discussions:publish-waiting',
  ],
  routes: (app, { pool, readPool, blobs, sessions }) =>
    registerDiscussionRoutes(app, { pool, readPool, blobs, sessions }),
})
