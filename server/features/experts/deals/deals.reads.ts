import { people } from '#server/features/people/index.ts'
import { define, one, page } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { DEALS_PAGE } from '#shared/experts.ts'
import { dealAdministration } from './deals.access.ts'
import { expertAdministration } from '#server/features/experts/merges/merges.access.ts'

const kept = sql`select d.* from ${dealAdministration.kept_deals} d`

export const dealReads = define({
  Query: {
    kept_deals: page((_, { args }) => ({
      rows: kept,
      order: sql`d.id desc`,
      limit: args['limit'],
      offset: args['offset'],
      cap: DEALS_PAGE,
      count: sql`select count(*)::integer from (${kept}) c`,
    })),
  },
  KeptDeal: {
    expert: one((d) => sql`select e.* from ${expertAdministration.directory} e where e.id = ${d}.expert_id`),
    updated_by: one((d) => sql`select u.* from ${people.people} u where u.id = ${d}.updated_by`),
  },
  Mutation: { saveVendorDeal: one((_, { result }) => sql`${kept} where d.id = ${result}`) },
})
