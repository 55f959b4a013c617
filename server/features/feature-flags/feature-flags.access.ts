import { checkedRelations, sql, may } from '#server/platform/graph/sql.ts'

export const flagDesk = checkedRelations({
  /** Empty for anyone but staff. */
  staff_feature_flags: sql`select f.* from feature_flags f where ${may('system')}`,
})
