import { checkedRelations, sql, may } from '#server/platform/graph/sql.ts'

export const limits = checkedRelations({
  /** Empty for anyone but staff. */
  limit_hits: sql`select h.* from limit_hits h where ${may('system')}`,
})
