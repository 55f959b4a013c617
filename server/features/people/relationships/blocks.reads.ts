import { define, many, one } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { blocks } from './blocks.access.ts'
import { people } from '#server/features/people/members/people.access.ts'

const BLOCKED = 500
const block = one(
  (_, { result }) =>
    sql`select b.blocked_user_id, b.created_at as blocked_at from ${blocks.own_blocks} b where b.blocked_user_id = ${result}`,
)

export const blockReads = define({
  Query: {
    blocked_members: many((_, { args }) => ({
      rows: sql`select b.blocked_user_id, b.created_at as blocked_at from ${blocks.own_blocks} b`,
      order: sql`b.created_at desc, b.blocked_user_id`,
      limit: args['limit'],
      cap: BLOCKED,
    })),
  },
  BlockedMember: {
    user: one((b) => sql`select u.* from ${people.people} u where u.id = ${b}.blocked_user_id`),
  },
  Mutation: { blockMember: block, unblockMember: block },
})
