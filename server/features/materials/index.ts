import { defineFeature } from '#server/platform/feature.ts'
import { materials, ownMaterials } from './materials.access.ts'
import { materialJobs } from './materials.jobs.ts'
import { materialReads } from './materials.reads.ts'
import { materialsPersonalData } from './personal-data.ts'

export { materials, ownMaterials }
export { addStoredFile, addUploadedFile, type NewFile } from './add-file.ts'
export { linkToDownload } from './downloads.ts'
export { pageHits, requestedDownload } from './materials.reads.ts'
export { registerMaterialRoutes, type OpenMaterial } from './materials.routes.ts'

export const materialsFeature = defineFeature({
  name: 'materials',
  level: 'ground',
  reads: materialReads,
  access: [materials, ownMaterials],
  personalData: materialsPersonalData,
  jobs: materialJobs,
  schedule: ['* * * * * materials:read'],
})
