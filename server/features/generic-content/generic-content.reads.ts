import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { genericContent } from './generic-content.access.ts'

const VERSIONS = 200
const NETWORKS = 100

export const genericContentReads = define({
  Query: {
    generic_content: one(
      (_, { args }) => sql`
        select c.* from ${genericContent.published_contents} c where c.section = ${args['section']!}
        order by c.peer_network_id is null, c.published_at desc, c.id desc limit 1`,
    ),
    staff_generic_contents: many((_, { args }) => ({
      rows: sql`select c.* from ${genericContent.content_versions} c where c.section = ${args['section']!}`,
      order: sql`c.published_at desc, c.id desc`,
      cap: VERSIONS,
    })),
    content_networks: many(() => ({
      rows: sql`select n.* from ${genericContent.content_networks} n`,
      order: sql`n.display_name, n.id`,
      cap: NETWORKS,
    })),
  },
  Mutation: {
    publishGenericContent: one(
      (_, { result }) => sql`select c.* from ${genericContent.content_versions} c where c.id = ${result}`,
    ),
  },
  GenericContentVersion: {
    network: one((c) => sql`select n.* from ${networks.peer_networks} n where n.id = ${c}.peer_network_id`),
    author: one((c) => sql`select u.* from ${people.people} u where u.id = ${c}.author_id`),
  },
})
