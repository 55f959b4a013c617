import { checkedRelations, sql, may } from '#server/platform/graph/sql.ts'

export const communitySettings = checkedRelations({
  /** Empty for anyone but staff. */
  community_settings: sql`select s.* from community_settings s where ${may('system')}`,
})
