import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import {
  answerCommunityTitles,
  awardBadge,
  offerCommunityTitle,
  saveBadge,
  updateBadgeNotification,
  withdrawBadge,
  withdrawCommunityTitle,
} from './recognition.actions.ts'

export { recognition } from './recognition.access.ts'
export { recognitionJobs } from './recognition.jobs.ts'
export { recognitionReads } from './recognition.reads.ts'
export { registerRecognitionRoutes } from './recognition.routes.ts'

export const recognitionActions = (pool: pg.Pool, bus: Bus): Actions => ({
  acceptCommunityTitles: (call: Call<never>) => answerCommunityTitles(pool, bus, call, 'accepted'),
  ignoreCommunityTitles: (call: Call<never>) => answerCommunityTitles(pool, bus, call, 'ignored'),
  updateBadgeNotification: (call: Call<never>) => updateBadgeNotification(pool, call),
  saveBadge: (call: Call<never>) => saveBadge(pool, call),
  awardBadge: (call: Call<never>) => awardBadge(pool, bus, call),
  withdrawBadge: (call: Call<never>) => withdrawBadge(pool, call),
  offerCommunityTitle: (call: Call<never>) => offerCommunityTitle(pool, bus, call),
  withdrawCommunityTitle: (call: Call<never>) => withdrawCommunityTitle(pool, call),
})
