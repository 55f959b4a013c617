/** Requests for a second person: owners read all, other staff their own. */
import { checkedRelations, may, sql, viewer } from '#server/platform/graph/sql.ts'

export const approvalDesk = checkedRelations({
  approvals: sql`
    select a.*, a.asked_by = ${viewer.id} as is_own from approvals a
    where ${may('roles')} or (a.asked_by = ${viewer.id} and ${viewer.is_staff})`,
})
