import { checkedRelations, sql, may } from '#server/platform/graph/sql.ts'

export const synonymDesk = checkedRelations({
  /** Empty for anyone but staff. */
  search_synonyms: sql`select s.* from search_synonyms s where ${may('content')}`,
})
