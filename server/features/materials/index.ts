import { defineFeature } from '#server/platform/feature.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { materials, ownMaterials } from './materials.access.ts'
import { materialJobs } from './materials.jobs.ts'
import { materialReads } from './materials.reads.ts'
import { materialsPersonalData } from './personal-data.ts'
import { recordWatching } from './watching.ts'

export { materials, ownMaterials }
export { addStoredFile, addUploadedFile } from './add-file.ts'
export { uploadedVideo } from './add-video.ts'
export { linkToDownload } from './downloads.ts'
export { hits, requestedDownload } from './materials.reads.ts'
export { makeWatchable } from './watching.ts'
export { registerMaterialRoutes } from './materials.routes.ts'

export const materialsFeature = defineFeature({
  name: 'materials',
  level: 'ground',
  reads: materialReads,
  access: [materials, ownMaterials],
  personalData: materialsPersonalData,
  actions: ({ pool }) => ({ recordWatching: (call: Call<never>) => recordWatching(pool, call) }),
  jobs: materialJobs,
  schedule: ['* * * * * materials:read'],
})
