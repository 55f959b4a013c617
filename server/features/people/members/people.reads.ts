import { networks } from '#server/features/networks/index.ts'
import { define, many, one, value } from '#server/platform/graph/reads.ts'
import { sql, viewer } from '#server/platform/graph/sql.ts'
import { people } from './people.access.ts'

const MEMBERSHIPS = 100

export const company = one(
  (u) => sql`select ${u}.company_id as id, ${u}.company_name as name where ${u}.company_id is not null`,
)

export const peopleReads = define({
  Query: { viewer: one(() => sql`select u.* from ${people.viewer} u`) },
  User: { company },
  Viewer: {
    company,
    // Not while staff view the community as a member.
    is_staff: value(() => sql`${viewer.is_staff}`),
    peer_network_memberships: many(() => ({
      rows: sql`select m.* from ${people.memberships} m`,
      order: sql`m.is_primary desc, m.peer_network_id`,
      cap: MEMBERSHIPS,
    })),
    num_of_peers: value(
      () =>
        sql`select coalesce(sum(c.num_of_members), 0)::integer from ${people.member_counts} c where c.networks && array(select m.peer_network_id from ${people.memberships} m)`,
    ),
  },
  PeerNetworkMembership: {
    peer_network: one((m) => sql`select n.* from ${networks.peer_networks} n where n.id = ${m}.peer_network_id`),
  },
})
