import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { saveCommunitySetting } from './community-settings.actions.ts'

export { communitySettingReads } from './community-settings.reads.ts'

export const communitySettingActions = (pool: pg.Pool, bus: Bus): Actions => ({
  saveCommunitySetting: (call: Call<never>) => saveCommunitySetting(pool, bus, call),
})
