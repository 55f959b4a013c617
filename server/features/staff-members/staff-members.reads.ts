import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one, page } from '#server/platform/graph/reads.ts'
import { sql, when } from '#server/platform/graph/sql.ts'
import { STAFF_MEMBERS_PAGE } from '#shared/staff-members.ts'
import { memberDesk } from './staff-members.access.ts'

const NETWORKS = 50
const SUSPENSIONS = 50

const done = one((_, { result }) => sql`select m.* from ${memberDesk.staff_members} m where m.id = ${result}`)

export const staffMemberReads = define({
  Query: {
    staff_member: one((_, { args }) => sql`select m.* from ${memberDesk.staff_members} m where m.id = ${args['id']!}`),
    staff_members: page((_, { args, given }) => {
      const search = args['search']!
      const isGiven = given(search)
      const rows = sql`select m.* from ${memberDesk.staff_members} m where
        ${when(isGiven, () => sql`position(lower(${search}) in lower(m.name)) > 0 or position(lower(${search}) in lower(m.email)) > 0`)}
        ${when(!isGiven, () => sql`m.suspended`)}`
      return {
        rows,
        order: sql`m.name, m.id`,
        limit: args['limit'],
        offset: args['offset'],
        cap: STAFF_MEMBERS_PAGE,
        count: sql`select count(*)::integer from (${rows}) c`,
      }
    }),
  },
  Mutation: { suspendMember: done, restoreMember: done, endMemberSessions: done },
  StaffMember: {
    user: one((m) => sql`select u.* from ${people.people} u where u.id = ${m}.id`),
    networks: many((m) => ({
      rows: sql`select n.* from ${people.member_networks} x join ${networks.peer_networks} n on n.id = x.peer_network_id where x.user_id = ${m}.id`,
      order: sql`n.display_name, n.id`,
      cap: NETWORKS,
    })),
    suspension: one(
      (m) => sql`select s.* from ${memberDesk.staff_suspensions} s where s.user_id = ${m}.id and s.ended_at is null`,
    ),
    suspensions: many((m) => ({
      rows: sql`select s.* from ${memberDesk.staff_suspensions} s where s.user_id = ${m}.id`,
      order: sql`s.id desc`,
      cap: SUSPENSIONS,
    })),
  },
  Suspension: {
    suspended_by: one((s) => sql`select u.* from ${people.people} u where u.id = ${s}.suspended_by`),
    ended_by: one((s) => sql`select u.* from ${people.people} u where u.id = ${s}.ended_by`),
  },
})
