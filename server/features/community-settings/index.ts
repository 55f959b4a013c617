import { defineFeature } from '#server/platform/feature.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { communitySettings } from './community-settings.access.ts'
import { saveCommunitySetting } from './community-settings.actions.ts'
import { communitySettingReads } from './community-settings.reads.ts'
import { communitySettingPersonalData } from './personal-data.ts'

export const communitySettingsFeature = defineFeature({
  name: 'community-settings',
  level: 'top',
  reads: communitySettingReads,
  access: [communitySettings],
  personalData: communitySettingPersonalData,
  actions: ({ pool, bus }) => ({
    saveCommunitySetting: (call: Call<never>) => saveCommunitySetting(pool, bus, call),
  }),
})
