import { makeWatchable } from '#server/features/materials/index.ts'
import { defineFeature } from '#server/platform/feature.ts'
import { merged } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { importSeries } from './imports/imports.actions.ts'
import { learning, learningLists } from './learning.access.ts'
import { requestSeriesDocumentDownload, triggerSponsorConnection } from './learning.actions.ts'
import { makeLearningJobs } from './learning.jobs.ts'
import { learningReads } from './learning.reads.ts'
import { registerLearningRoutes } from './learning.routes.ts'
import { learningPersonalData } from './personal-data.ts'
import { staffSeries } from './staff/staff.access.ts'
import { saveSeries } from './staff/staff.actions.ts'
import { staffSeriesReads } from './staff/staff.reads.ts'
import { addVideo } from './staff/videos.actions.ts'

export { learning }

makeWatchable(
  'series_video',
  (id) => sql`select v.video_id from ${learning.series_videos} v where v.id = ${id} and v.can_view`,
)

export const learningFeature = defineFeature({
  name: 'learning',
  level: 'content',
  reads: merged(learningReads, staffSeriesReads),
  access: [learning, learningLists, staffSeries],
  personalData: learningPersonalData,
  actions: ({ pool, bus, blobs }) => ({
    requestSeriesDocumentDownload: (call: Call<never>) => requestSeriesDocumentDownload(pool, call),
    triggerSponsorConnection: (call: Call<never>) => triggerSponsorConnection(pool, bus, call),
    addVideo: (call: Call<never>) => addVideo({ pool, bus, blobs }, call),
    saveSeries: (call: Call<never>) => saveSeries(pool, bus, call),
  }),
  imports: (context) => ({ series: (order) => importSeries(context, order) }),
  jobs: ({ email }) => makeLearningJobs(email),
  routes: registerLearningRoutes,
})
