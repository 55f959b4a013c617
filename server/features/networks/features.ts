/** Refuses operations of a feature that is turned off for the viewer. */
import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import { Parameter, sql, trustedSql, type Sql, type Viewer } from '#server/platform/graph/sql.ts'
import { problem } from '#server/platform/problems.ts'
import { FEATURE_FLAGS, type FeatureKey } from '#shared/feature-flags.ts'
import { networks } from './networks.access.ts'

/** A condition: the feature is on for the viewer. */
export const isFeatureOn = (key: FeatureKey): Sql =>
  sql`exists (select from ${networks.viewer_features} v where v.key = '${trustedSql(key)}' and v.enabled)`

export async function requireFeature(pool: pg.Pool, viewer: Viewer, key: FeatureKey, field?: string): Promise<void> {
  const asked = sql`
    select f.enabled from ${networks.viewer_features} f where f.key = ${new Parameter('feature', 'text', () => key)}`
  const [flag] = await selectRows<{ enabled: boolean }>(pool, asked, viewer)
  if (!flag?.enabled) throw problem('features.off', { message: FEATURE_FLAGS[key].off, ...(field && { field }) })
}
