import { discussions } from '#server/features/discussions/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, one, page, value } from '#server/platform/graph/reads.ts'
import { sql, type Parameter } from '#server/platform/graph/sql.ts'
import { APPEAL_DAYS, QUEUE_PAGE } from '#shared/moderation.ts'
import { review } from '../moderation.access.ts'
import { appeals } from './appeals.access.ts'

const filed = (open: Parameter) =>
  sql`select a.* from ${appeals.filed_appeals} a where (a.decided_at is null) = ${open}`

export const appealReads = define({
  Query: {
    appeals: page((_, { args }) => ({
      rows: filed(args['open']!),
      order: sql`a.created_at, a.id`,
      limit: args['limit'],
      offset: args['offset'],
      cap: QUEUE_PAGE,
      count: sql`select count(*)::integer from (${filed(args['open']!)}) c`,
    })),
  },
  Appeal: {
    author: one((a) => sql`select u.* from ${people.people} u where u.id = ${a}.author_id`),
    decided_by: one((a) => sql`select u.* from ${people.people} u where u.id = ${a}.decided_by`),
    rejection: one(
      (a) => sql`
        select d.reason, d.at, d.actor_id from ${review.decisions} d
        where d.decision = 'rejected' and d.item_type = ${a}.item_type and d.item_id = ${a}.item_id and d.at <= ${a}.created_at
        order by d.id desc limit 1`,
    ),
  },
  AppealedRejection: { actor: one((d) => sql`select u.* from ${people.people} u where u.id = ${d}.actor_id`) },
  Rejection: {
    can_appeal: value(
      (r) => sql`(${r}.at > now() - interval '${APPEAL_DAYS} days'
        and not exists (select from ${appeals.own_appeals} a where a.message_id = ${r}.message_id))`,
    ),
    appeal: one((r) => sql`select a.* from ${appeals.own_appeals} a where a.message_id = ${r}.message_id`),
  },
  Mutation: {
    appealRejection: one((_, { result }) => sql`select m.* from ${discussions.messages} m where m.id = ${result}`),
    decideAppeal: one((_, { result }) => sql`select a.* from ${appeals.filed_appeals} a where a.id = ${result}`),
  },
})
