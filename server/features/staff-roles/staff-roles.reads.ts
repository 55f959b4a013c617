import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { roleDesk } from './staff-roles.access.ts'

const ROLES = 500

const all = many(() => ({
  rows: sql`select g.* from ${roleDesk.staff_roles} g`,
  order: sql`g.user_id, g.id`,
  cap: ROLES,
}))

export const staffRoleReads = define({
  Query: { staff_roles: all },
  Mutation: { grantStaffRole: all, endStaffRole: all },
  StaffRole: {
    user: one((g) => sql`select u.* from ${people.people} u where u.id = ${g}.user_id`),
    network: one((g) => sql`select n.* from ${networks.peer_networks} n where n.id = ${g}.network_id`),
    granted_by: one((g) => sql`select u.* from ${people.people} u where u.id = ${g}.granted_by`),
  },
})
