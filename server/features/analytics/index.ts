import { defineFeature } from '#server/platform/feature.ts'
import { analyticsJobs } from './analytics.jobs.ts'
import { registerAnalyticsRoutes } from './analytics.routes.ts'
import { analyticsPersonalData } from './personal-data.ts'

export const analyticsFeature = defineFeature({
  name: 'analytics',
  level: 'top',
  personalData: analyticsPersonalData,
  jobs: ({ config }) => analyticsJobs(config.ANALYTICS_EVENT_DAYS),
  schedule: ['51 1 * * * analytics:sweep'],
  routes: (app, { pool, sessions }) => registerAnalyticsRoutes(app, { pool, sessions }),
})
