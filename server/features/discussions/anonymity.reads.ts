import { people } from '#server/features/people/index.ts'
import { define, many, one, value, type Asking } from '#server/platform/graph/reads.ts'
import { sql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import { ALWAYS_REFUSED, ANONYMITY_FACTS, ANONYMITY_FLOOR, ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { anonymity } from './anonymity.access.ts'
import { factRows, fittingCount, inSteps } from './anonymity.sql.ts'

// The facts that are never allowed are the first bits.
const NAMED = 2 ** ALWAYS_REFUSED.length - 1
const measured = (_: Sql, { args, result }: Asking) => {
  const networks = sql`coalesce(nullif(${args['peer_network_ids']!}, '{}'), array(select m.peer_network_id from ${people.memberships} m))`
  return sql`select d.mask, d.fitting, ${inSteps(sql`d.fitting`)} as num_of_members,
      d.fitting >= ${ANONYMITY_FLOOR} and (d.mask & ${NAMED}) = 0 as may_post
    from (select ${result} as mask, (${fittingCount(result, networks)}) as fitting) d`
}

export const anonymityReads = define({
  AnonymityMeter: {
    facts: many((t) => ({
      rows: sql`select f.* from (${factRows(sql`${t}.mask`)}) f`,
      order: sql`f.place`,
      cap: ANONYMITY_FACTS.length,
    })),
  },
  Thread: {
    is_anonymous: value((t) => sql`${t}.author_id = ${ANONYMOUS_USER_ID}`),
    is_own: value(
      (t) =>
        sql`${t}.author_id = ${viewer.id} or exists (select from ${anonymity.own_anonymous} a where a.thread_id = ${t}.thread_id and a.is_opening)`,
    ),
  },
  Message: {
    is_anonymous: value((m) => sql`${m}.sender_id = ${ANONYMOUS_USER_ID}`),
    is_own: value(
      (m) =>
        sql`${m}.sender_id = ${viewer.id} or exists (select from ${anonymity.own_anonymous} a where a.message_id = ${m}.id)`,
    ),
  },
  Mutation: { anonymityMeter: one(measured) },
})
