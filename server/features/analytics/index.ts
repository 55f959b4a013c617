import { defineFeature } from '#server/platform/feature.ts'
import { registerAnalyticsRoutes } from './analytics.routes.ts'

export const analyticsFeature = defineFeature({
  name: 'analytics',
  level: 'top',
  routes: (app, { pool, sessions }) => registerAnalyticsRoutes(app, { pool, sessions }),
})
