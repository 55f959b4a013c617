import { defineFeature } from '#server/platform/feature.ts'
import { limits } from './limits.access.ts'
import { limitReads } from './limits.reads.ts'

export const limitsFeature = defineFeature({ name: 'limits', level: 'top', reads: limitReads, access: [limits] })
