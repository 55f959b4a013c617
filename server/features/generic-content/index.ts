import { defineFeature } from '#server/platform/feature.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { genericContent } from './generic-content.access.ts'
import { publishGenericContent } from './generic-content.actions.ts'
import { genericContentReads } from './generic-content.reads.ts'
import { genericContentPersonalData } from './personal-data.ts'

export const genericContentFeature = defineFeature({
  name: 'generic-content',
  level: 'top',
  reads: genericContentReads,
  access: [genericContent],
  personalData: genericContentPersonalData,
  actions: ({ pool, bus }) => ({
    publishGenericContent: (call: Call<never>) => publishGenericContent(pool, bus, call),
  }),
})
