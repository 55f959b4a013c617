import { defineFeature } from '#server/platform/feature.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { askToAnswer } from './asks.actions.ts'
import { figures } from './figures.access.ts'
import { figureJobs } from './figures.jobs.ts'
import { figureReads } from './figures.reads.ts'
import { registerFigureRoutes } from './figures.routes.ts'
import { recordMissedSearch } from './missed-searches.actions.ts'
import { setWeeklyFigures } from './weekly/weekly.actions.ts'
import { WEEKLY_FIGURES_SCHEDULE, weeklyFigureJobs } from './weekly/weekly.jobs.ts'
import { figurePersonalData } from './personal-data.ts'

export const figuresFeature = defineFeature({
  name: 'figures',
  level: 'top',
  besides: ['search'],
  reads: figureReads,
  access: [figures],
  personalData: figurePersonalData,
  actions: ({ pool, bus, secret, email }) => ({
    askToAnswer: (call: Call<never>) => askToAnswer({ pool, bus, publicUrl: email.publicUrl }, call),
    setWeeklyFigures: (call: Call<never>) => setWeeklyFigures(pool, call),
    recordMissedSearch: (call: Call<never>) => recordMissedSearch({ pool, secret }, call),
  }),
  jobs: ({ email, run }) => ({ ...figureJobs, ...weeklyFigureJobs({ email, run }) }),
  schedule: ['12 2 * * * figures:count', WEEKLY_FIGURES_SCHEDULE],
  routes: registerFigureRoutes,
})
