/** Who of staff viewed the community as a member, and what they read; for staff who may do so. */
import { ofMember } from '#server/features/staff-members/staff-members.access.ts'
import { checkedRelations, sql } from '#server/platform/graph/sql.ts'

export const impersonation = checkedRelations({
  staff_impersonations: sql`select i.* from impersonations i where ${ofMember(sql`i.user_id`)}`,
  staff_impersonation_reads: sql`
    select r.impersonation_id, r.operation, r.item_id, r.read_at from impersonation_reads r
    join impersonations i on i.id = r.impersonation_id where ${ofMember(sql`i.user_id`)}`,
})
