/** Who holds which role. */
import { checkedRelations, mayIn, sql } from '#server/platform/graph/sql.ts'

export const roleDesk = checkedRelations({
  staff_roles: sql`
    select g.* from staff_grants g
    where g.ended_at is null and coalesce(g.until > now(), true) and ${mayIn('roles', sql`array[g.network_id]`)}`,
})
