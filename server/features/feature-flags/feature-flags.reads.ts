import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { FEATURE_KEYS } from '#shared/feature-flags.ts'
import { flagDesk } from './feature-flags.access.ts'

const FLAGS = 500

const all = many(() => ({
  rows: sql`select f.* from ${flagDesk.staff_feature_flags} f`,
  order: sql`f.key, f.user_id nulls first, f.peer_network_id nulls first, f.id`,
  cap: FLAGS,
}))

export const featureFlagReads = define({
  Query: { staff_feature_flags: all },
  Mutation: { saveFeatureFlag: all, removeFeatureFlag: all },
  Viewer: {
    feature_flags: many(() => ({
      rows: sql`select f.* from ${networks.viewer_features} f`,
      order: sql`f.key`,
      cap: FEATURE_KEYS.length,
    })),
  },
  FeatureFlagRow: {
    network: one((f) => sql`select n.* from ${networks.peer_networks} n where n.id = ${f}.peer_network_id`),
    user: one((f) => sql`select u.* from ${people.people} u where u.id = ${f}.user_id`),
  },
})
