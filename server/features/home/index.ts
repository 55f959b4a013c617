import { defineFeature } from '#server/platform/feature.ts'
import { home } from './home.access.ts'
import { homeReads } from './home.reads.ts'

export const homeFeature = defineFeature({ name: 'home', level: 'top', reads: homeReads, access: [home] })
