import { checkedRelations, may, sql } from '#server/platform/graph/sql.ts'

export const setup = checkedRelations({
  /** Empty for anyone but owners, and where the community was not set up in the browser. */
  setup_steps: sql`select s.* from setup_steps s where ${may('roles')}`,
})
