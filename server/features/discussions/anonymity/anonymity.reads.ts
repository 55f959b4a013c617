import { people } from '#server/features/people/index.ts'
import { define, many, one, value, type FieldContext } from '#server/platform/graph/reads.ts'
import { sql, type Sql } from '#server/platform/graph/sql.ts'
import { ANONYMITY_FACTS, ANONYMITY_FLOOR, ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { NAMED, factRows, matchingCount, inSteps, isOwnMessage, isOwnThread } from './anonymity.sql.ts'

const measured = (_: Sql, { args, result }: FieldContext) => {
  const networks = sql`coalesce(nullif(${args['peer_network_ids']!}, '{}'), array(select m.peer_network_id from ${people.memberships} m))`
  return sql`select d.mask, d.fitting, ${inSteps(sql`d.fitting`)} as num_of_members,
      d.fitting >= ${ANONYMITY_FLOOR} and (d.mask & ${NAMED}) = 0 as may_post
    from (select ${result} as mask, (${matchingCount(result, networks)}) as fitting) d`
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
    is_own: value((t) => isOwnThread(t)),
  },
  Message: {
    is_anonymous: value((m) => sql`${m}.sender_id = ${ANONYMOUS_USER_ID}`),
    is_own: value((m) => isOwnMessage(m)),
  },
  Mutation: { anonymityMeter: one(measured) },
})
