/** Full expert search: filters combine with AND, the choices within one filter with OR. */
import { networks } from '#server/features/networks/index.ts'
import type { FieldContext } from '#server/platform/graph/reads.ts'
import { join, sql, when, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import { EXPERT_SEARCH_LIMIT } from '#shared/experts.ts'
import { experts } from './experts.access.ts'
import { byName, nameMatches } from './search-conditions.ts'
import { scores } from './scores.ts'

/**
 * Matches by name; also by the company's own description, by category, by area of expertise, or by recommendations that
 * the viewer can read. Each is a separate select, so that each uses its index: as conditions of one select, every
 * expert was compared with every word.
 */
const hits = (search: Parameter) => sql`
  select h.id, bool_or(h.is_named) as is_named from (
    select e.id, true as is_named from ${experts.experts} e where ${nameMatches(sql`${search}`, sql`e`)}
    union all
    select e.id, false from ${experts.experts} e where e.company_id in (
      select c.id from ${experts.found_companies} c where c.words @@ websearch_to_tsquery('english', ${search})
      union all
      select t.company_id from ${experts.company_types} t where position(plain_words(${search}) in plain_words(t.name)) > 0)
    union all
    select r.expert_id, false from ${networks.areas_of_expertise} a
      join ${experts.recommendation_areas} x on x.area_of_expertise_id = a.id join ${experts.recommendations} r on r.id = x.recommendation_id
      where to_tsvector('english', a.name) @@ websearch_to_tsquery('english', ${search})
    union all
    select w.expert_id, false from ${experts.recommendation_words} w where w.words @@ websearch_to_tsquery('english', ${search})) h
  group by h.id`

const places = (chosen: Parameter) => sql`exists (select from ${experts.expert_places} g
  where g.expert_id = e.id and (g.id = any(${chosen}) or g.parent_tag_id = any(${chosen})))`
const matters = (chosen: Parameter) => sql`e.id in (
  select r.expert_id from ${experts.recommendations} r join ${experts.recommendation_areas} a on a.recommendation_id = r.id
  where a.area_of_expertise_id = any(${chosen}))`
const categories = (chosen: Parameter) =>
  sql`e.company_id in (select t.company_id from ${experts.company_types} t where t.id = any(${chosen}))`

/** Only for the rows of the page; computing it for all rows takes as long as the rest of the query. */
const ownMentions = sql`(
  select coalesce(sum(n.num_of_messages), 0) from ${experts.mention_counts} n where n.expert_id = e.id)`
const allMentions = sql`left join (
  select n.expert_id, sum(n.num_of_messages) as mentions from ${experts.mention_counts} n group by n.expert_id) n on n.expert_id = e.id`

export function expertSearch(asking: FieldContext) {
  const { args, given, choice } = asking
  const search = args['search']!
  const areas = args['areas_of_expertise']!
  const filters: [Parameter, (chosen: Parameter) => Sql][] = [
    [areas, matters],
    [args['geographies']!, places],
    [args['company_types']!, categories],
    [args['prices']!, (chosen) => sql`e.price = any(${chosen})`],
    [args['types']!, (chosen) => sql`e.type = any(${chosen})`],
  ]
  const held = filters.filter(([slot]) => given(slot)).map(([slot, made]) => made(slot))
  // Types and prices leave so many that scoring all experts at once is quicker than one by one.
  const isNarrow = given(search) || [areas, args['geographies']!, args['company_types']!].some(given)
  const from = sql`${experts.experts} e ${given(search) ? sql`join (${hits(search)}) h on h.id = e.id` : sql`cross join (select true as is_named) h`}
    where ${held.length > 0 ? join(held, ' and ') : sql`true`}`
  const order = choice(args['order_by']!)
  const reach = asking.reach(args['offset']!, EXPERT_SEARCH_LIMIT)
  const isWeighed = order !== 'name' && order !== 'most_mentioned'
  const foremost = sql`order by ${when(order !== 'most_recommended', () => sql`e.is_named desc,`)} coalesce(s.score, 0) desc
    fetch first ${reach} rows with ties`
  return {
    rows: sql`
      select e.*, ${order === 'most_mentioned' ? sql`coalesce(n.mentions, 0)` : ownMentions} as mentions
      from (
        select e.*, coalesce(s.score, 0) as score from (select e.*, h.is_named from ${from}) e
        left join lateral (${scores({ ...(isNarrow && { ofExpert: sql`e.id` }), ...(given(areas) && { areas: sql`${areas}` }) })}) s
          on s.expert_id = e.id ${when(isWeighed, () => foremost)}) e ${when(order === 'most_mentioned', () => allMentions)}`,
    order: orderOf(order),
    limit: args['limit'],
    offset: args['offset'],
    cap: EXPERT_SEARCH_LIMIT,
    count: sql`select count(*)::integer from ${from}`,
    // Planning takes longer than reading.
    isSteady: true,
  }
}

const NAME = byName(sql`e`)
function orderOf(order: string | null): Sql {
  if (order === 'name') return NAME
  if (order === 'most_mentioned') return sql`mentions desc, score desc, ${NAME}`
  if (order === 'most_recommended') return sql`score desc, mentions desc, ${NAME}`
  return sql`is_named desc, score desc, mentions desc, ${NAME}`
}
