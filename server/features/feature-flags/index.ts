import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { removeFeatureFlag, saveFeatureFlag } from './feature-flags.actions.ts'

export { featureFlagReads } from './feature-flags.reads.ts'

export const featureFlagActions = (pool: pg.Pool, bus: Bus): Actions => ({
  saveFeatureFlag: (call: Call<never>) => saveFeatureFlag(pool, bus, call),
  removeFeatureFlag: (call: Call<never>) => removeFeatureFlag(pool, bus, call),
})
