import { defineFeature } from '#server/platform/feature.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { reachedRecognition, recognition } from './recognition.access.ts'
import {
  answerCommunityTitles,
  awardBadge,
  offerCommunityTitle,
  saveBadge,
  updateBadgeNotification,
  withdrawBadge,
  withdrawCommunityTitle,
} from './recognition.actions.ts'
import { recognitionJobs } from './recognition.jobs.ts'
import { recognitionReads } from './recognition.reads.ts'
import { registerRecognitionRoutes } from './recognition.routes.ts'
import { recognitionPersonalData } from './personal-data.ts'

export { recognition }

export const recognitionFeature = defineFeature({
  name: 'recognition',
  level: 'around',
  reads: recognitionReads,
  access: [recognition, reachedRecognition],
  personalData: recognitionPersonalData,
  actions: ({ pool, bus }) => ({
    acceptCommunityTitles: (call: Call<never>) => answerCommunityTitles(pool, bus, call, 'accepted'),
    ignoreCommunityTitles: (call: Call<never>) => answerCommunityTitles(pool, bus, call, 'ignored'),
    updateBadgeNotification: (call: Call<never>) => updateBadgeNotification(pool, call),
    saveBadge: (call: Call<never>) => saveBadge(pool, call),
    awardBadge: (call: Call<never>) => awardBadge(pool, bus, call),
    withdrawBadge: (call: Call<never>) => withdrawBadge(pool, call),
    offerCommunityTitle: (call: Call<never>) => offerCommunityTitle(pool, bus, call),
    withdrawCommunityTitle: (call: Call<never>) => withdrawCommunityTitle(pool, call),
  }),
  jobs: () => recognitionJobs,
  schedule: ['17 5 * * * recognition:award'],
  routes: (app) => registerRecognitionRoutes(app),
})
