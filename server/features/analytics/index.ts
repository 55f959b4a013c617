import { defineFeature } from '#server/platform/feature.ts'
import { registerAnalyticsRoutes } from './analytics.routes.ts'
import { analyticsPersonalData } from './personal-data.ts'

export const analyticsFeature = defineFeature({
  name: 'analytics',
  level: 'top',
  personalData: analyticsPersonalData,
  routes: (app, { pool, sessions }) => registerAnalyticsRoutes(app, { pool, sessions }),
})
