import { defineFeature } from '#server/platform/feature.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { setup } from './setup.access.ts'
import { saveSetupStep } from './setup.actions.ts'
import { setupReads } from './setup.reads.ts'

export const setupFeature = defineFeature({
  name: 'setup',
  level: 'top',
  reads: setupReads,
  access: [setup],
  actions: ({ pool, bus, sessions }) => ({
    saveSetupStep: (call: Call<never>) => saveSetupStep({ pool, bus, forget: sessions.forget }, call),
  }),
})
