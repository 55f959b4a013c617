import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one, page, value, type Asking } from '#server/platform/graph/reads.ts'
import { empty, sql, type Sql } from '#server/platform/graph/sql.ts'
import { EXPERT_SEARCH_LIMIT, USER_RECOMMENDATIONS_PAGE } from '#shared/experts.ts'
import { experts } from './experts.access.ts'

const AREAS = 50
const COMPANY_TYPES = 20

/** The most named anywhere first, then by last name, or by name where there is none. */
export const expertOrder = (e: Sql) =>
  sql`${e}.mention_count desc, lower(coalesce(nullif(${e}.last_name, ''), ${e}.name)), ${e}.id`

/** Every word typed begins a word of name or company, in any order; or the whole looks much like it. */
export const expertMatches = ({ args, given }: Asking, e: Sql) =>
  given(args['search_text']!)
    ? sql`and (to_tsvector('simple', ${e}.search_name) @@ name_query(${args['search_text']!})
        or plain_words(${args['search_text']!}) <% ${e}.search_name)`
    : empty

export const expertReads = define({
  Query: {
    experts_search: many((_, asking) => ({
      rows: sql`select e.* from ${experts.experts} e where true ${expertMatches(asking, sql`e`)}`,
      order: expertOrder(sql`e`),
      limit: asking.args['limit'],
      cap: EXPERT_SEARCH_LIMIT,
    })),
    user_recommendations: page((_, { args }) => {
      const written = sql`select r.* from ${experts.recommendations} r where r.author_id = ${args['user_id']!}`
      return {
        rows: written,
        order: sql`r.pub_date desc, r.id desc`,
        limit: args['limit'],
        offset: args['offset'],
        cap: USER_RECOMMENDATIONS_PAGE,
        count: sql`select count(*)::integer from (${written}) c`,
      }
    }),
  },
  Expert: {
    entity_id: value((e) => sql`${e}.id`),
    company: one((e) => sql`select c.* from ${experts.found_companies} c where c.id = ${e}.company_id`),
    vote: value((e) => sql`select v.sentiment from ${experts.own_votes} v where v.expert_id = ${e}.id`),
  },
  ExpertCompany: {
    company_types: many((c) => ({
      rows: sql`select t.* from ${experts.company_types} t where t.company_id = ${c}.id`,
      order: sql`t.name, t.id`,
      cap: COMPANY_TYPES,
    })),
  },
  ExpertRecommendation: {
    expert: one((r) => sql`select e.* from ${experts.experts} e where e.id = ${r}.expert_id`),
    author: one((r) => sql`select u.* from ${people.people} u where u.id = ${r}.author_id`),
    areas_of_expertise: many((r) => ({
      rows: sql`select a.* from ${experts.recommendation_areas} x join ${networks.areas_of_expertise} a on a.id = x.area_of_expertise_id where x.recommendation_id = ${r}.id`,
      order: sql`a.name, a.id`,
      cap: AREAS,
    })),
  },
  Mutation: {
    recommendExpert: one((_, { result }) => sql`select r.* from ${experts.recommendations} r where r.id = ${result}`),
  },
})
