import { people } from '#server/features/people/index.ts'
import { define, one, page } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { LIMIT_HITS_PAGE } from '#shared/limits.ts'
import { limits } from './limits.access.ts'

export const limitReads = define({
  Query: {
    limit_hits: page((_, { args }) => ({
      rows: sql`select h.* from ${limits.limit_hits} h`,
      order: sql`h.last_at desc, h.id desc`,
      limit: args['limit'],
      offset: args['offset'],
      cap: LIMIT_HITS_PAGE,
      count: sql`select count(*)::integer from ${limits.limit_hits} c`,
    })),
  },
  LimitHit: { user: one((h) => sql`select u.* from ${people.people} u where u.id = ${h}.user_id`) },
})
