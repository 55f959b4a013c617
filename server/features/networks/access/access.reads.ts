import { define, many, one } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { ACCESS_KINDS } from '#shared/network-access.ts'
import { networks } from '../networks.access.ts'
import { accessDesk } from './access.access.ts'

const PAIRS = 1_000

const pairs = many(() => ({
  rows: sql`select a.* from ${accessDesk.access_pairs} a`,
  order: sql`a.from_network_id, a.to_network_id`,
  cap: PAIRS,
}))

export const accessReads = define({
  Query: {
    network_access: pairs,
    network_access_effects: many((_, { args }) => ({
      rows: sql`select e.* from ${accessDesk.access_effects} e
        where e.from_network_id = ${args['from_network_id']!} and e.to_network_id = ${args['to_network_id']!}`,
      order: sql`e.place`,
      cap: ACCESS_KINDS.length,
    })),
  },
  Mutation: { setNetworkAccess: pairs },
  NetworkAccess: {
    from_network: one((a) => sql`select n.* from ${networks.peer_networks} n where n.id = ${a}.from_network_id`),
    to_network: one((a) => sql`select n.* from ${networks.peer_networks} n where n.id = ${a}.to_network_id`),
  },
})
