/**
 * Counts how many members match what a text reveals. The mask is one number: one bit per fact, then the title phrase.
 */
import { people } from '#server/features/people/index.ts'
import {
  ALWAYS_REFUSED,
  ANONYMITY_FACTS,
  ANONYMITY_STEPS,
  TITLE_PHRASES,
  type AnonymityFact,
} from '#shared/anonymity.ts'
import { join, trustedSql, Parameter, sql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import { anonymity } from './anonymity.access.ts'

/** Written by the viewer, named or anonymously. */
export const isOwnMessage = (m: Sql): Sql =>
  sql`(${m}.sender_id = ${viewer.id} or exists (select from ${anonymity.own_anonymous} a where a.message_id = ${m}.id))`
export const isOwnThread = (t: Sql): Sql =>
  sql`(${t}.author_id = ${viewer.id} or exists (select from ${anonymity.own_anonymous} a where a.thread_id = ${t}.thread_id and a.is_opening))`

const FACT_BITS = 10
/** The facts that are always refused are the lowest bits. */
export const NAMED = 2 ** ALWAYS_REFUSED.length - 1
/** The title phrase is a number above the bits: 0 for none, otherwise its one-based index. */
export const factMask = (facts: ReadonlySet<AnonymityFact>, phrase: number) =>
  [...facts].reduce((mask, fact) => mask | (1 << ANONYMITY_FACTS.indexOf(fact)), 0) + phrase * 2 ** FACT_BITS

const bit = (fact: AnonymityFact) => trustedSql(String(1 << ANONYMITY_FACTS.indexOf(fact)))
const reveals = (mask: Sql | Parameter, fact: AnonymityFact) => sql`(${mask} & ${bit(fact)}) <> 0`
const phrases = trustedSql(`(array[${TITLE_PHRASES.map((phrase) => `'\\m(${phrase})\\M'`).join(', ')}]::text[])`)
const phraseOf = (mask: Sql | Parameter) => sql`${phrases}[(${mask} >> ${FACT_BITS})::integer]`

const words: Record<AnonymityFact, Sql> = {
  name: sql`'your name'`,
  company: sql`p.company_name`,
  city: sql`p.city`,
  country: sql`p.country`,
  title: sql`p.title`,
  employees: sql`'a company of ' || p.num_of_employees`,
  lawyers: sql`p.num_of_lawyers || ' lawyers'`,
  started: sql`'the year ' || p.year_started_profession`,
}

/** The revealed facts, worded from the viewer's own profile. */
export const factRows = (mask: Sql | Parameter): Sql =>
  join(
    ANONYMITY_FACTS.map(
      (fact, place) =>
        sql`select ${trustedSql(`'${fact}'`)} as kind, ${words[fact]} as words, ${place} as place from ${anonymity.profile} p where ${reveals(mask, fact)}`,
    ),
    ' union all ',
  )

/** Number of members in these networks who share all of these facts with the viewer. */
export function matchingCount(mask: Sql | Parameter, networkIds: Sql | Parameter): Sql {
  const same = (fact: AnonymityFact, column: string) =>
    sql`(not ${reveals(mask, fact)} or p.${trustedSql(column)} = v.${trustedSql(column)})`
  return sql`
    select count(*)::integer from ${anonymity.peers} p cross join ${anonymity.profile} v
    where exists (select from ${people.member_networks} m where m.user_id = p.id and m.peer_network_id = any(${networkIds}))
      and ${same('city', 'city')} and ${same('country', 'country')} and ${same('employees', 'num_of_employees')}
      and ${same('lawyers', 'num_of_lawyers')} and ${same('started', 'year_started_profession')}
      and (not ${reveals(mask, 'title')} or case when ${phraseOf(mask)} is null then lower(p.title) = lower(v.title) else p.title ~* ${phraseOf(mask)} end)`
}

/** Rounds a count down to a step: exact counts would allow members to be singled out one by one. */
export const inSteps = (count: Sql): Sql =>
  sql`case ${join(
    ANONYMITY_STEPS.toReversed().map((step) => sql`when ${count} >= ${step} then ${step}`),
    ' ',
  )} else 0 end`

export const selectProfile = sql`select p.* from ${anonymity.profile} p`
export const selectMeter = (mask: number, networkIds: readonly number[]) => {
  const asked = new Parameter('mask', 'bigint', () => mask)
  const within = new Parameter('within', 'bigint[]', () => networkIds)
  return sql`select (${matchingCount(asked, within)}) as fitting,
    (select coalesce(json_agg(json_build_object('kind', f.kind, 'words', f.words) order by f.place), '[]') from (${factRows(asked)}) f) as facts`
}
