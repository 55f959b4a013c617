import type pg from 'pg'
import { merged } from '#server/platform/graph/reads.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { createThread, trackThreadView } from './discussions.actions.ts'
import * as discussions from './discussions.reads.ts'
import { followThread } from './follows.actions.ts'
import { followReads } from './follows.reads.ts'
import { likeEntity } from './likes.actions.ts'
import { likeReads } from './likes.reads.ts'
import { hideThread, markAllThreadsRead } from './reading.actions.ts'
import { readingReads } from './reading.reads.ts'
import { replyToThread } from './replies.actions.ts'

import { discussionJobs as counterJobs } from './discussions.jobs.ts'
import { likeJobs } from './likes.jobs.ts'
export { registerDiscussionRoutes } from './discussions.routes.ts'
export const discussionJobs = { ...counterJobs, ...likeJobs }
export const discussionReads = merged(discussions.discussionReads, readingReads, followReads, likeReads)

export const discussionActions = (pool: pg.Pool, bus: Bus): Actions => ({
  createThread: (call: Call<never>) => createThread(pool, bus, call),
  replyToThread: (call: Call<never>) => replyToThread(pool, bus, call),
  trackThreadView: (call: Call<never>) => trackThreadView(pool, call),
  likeEntity: (call: Call<never>) => likeEntity(pool, bus, call),
  followThread: (call: Call<never>) => followThread(pool, call, { isFollowed: true }),
  unfollowThread: (call: Call<never>) => followThread(pool, call, { isFollowed: false }),
  hideThread: (call: Call<never>) => hideThread(pool, call, { isHidden: true }),
  unhideThread: (call: Call<never>) => hideThread(pool, call, { isHidden: false }),
  markAllThreadsRead: (call: Call<never>) => markAllThreadsRead(pool, call),
})
