import { people } from '#server/features/people/index.ts'
import { define, one, page } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { approvalDesk } from './approvals.access.ts'

const APPROVALS = 100

const done = one((_, { result }) => sql`select a.* from ${approvalDesk.approvals} a where a.id = ${result}`)

export const approvalReads = define({
  Query: {
    approvals: page((_, { args }) => ({
      rows: sql`select a.* from ${approvalDesk.approvals} a`,
      order: sql`a.id desc`,
      limit: args['limit'],
      offset: args['offset'],
      cap: APPROVALS,
      count: sql`select count(*)::integer from ${approvalDesk.approvals} a`,
    })),
  },
  Mutation: { requestApproval: done, decideApproval: done, cancelApproval: done },
  Approval: {
    asked_by: one((a) => sql`select u.* from ${people.people} u where u.id = ${a}.asked_by`),
    decided_by: one((a) => sql`select u.* from ${people.people} u where u.id = ${a}.decided_by`),
  },
})
