import { defineFeature } from '#server/platform/feature.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { flagDesk } from './feature-flags.access.ts'
import { removeFeatureFlag, saveFeatureFlag } from './feature-flags.actions.ts'
import { featureFlagReads } from './feature-flags.reads.ts'
import { featureFlagPersonalData } from './personal-data.ts'

export const featureFlagsFeature = defineFeature({
  name: 'feature-flags',
  level: 'top',
  reads: featureFlagReads,
  access: [flagDesk],
  personalData: featureFlagPersonalData,
  actions: ({ pool, bus }) => ({
    saveFeatureFlag: (call: Call<never>) => saveFeatureFlag(pool, bus, call),
    removeFeatureFlag: (call: Call<never>) => removeFeatureFlag(pool, bus, call),
  }),
})
