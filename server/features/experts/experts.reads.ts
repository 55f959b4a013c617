import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one, page, value, type FieldContext } from '#server/platform/graph/reads.ts'
import { sql, type Sql } from '#server/platform/graph/sql.ts'
import {
  ALIKE_LIMIT,
  COMPANY_PEOPLE_LIMIT,
  COMPANY_TYPES_LIMIT,
  EXPERT_SEARCH_LIMIT,
  PREVIEW_LIMIT,
  USER_RECOMMENDATIONS_PAGE,
} from '#shared/experts.ts'
import { experts } from './experts.access.ts'
import { expertMatches, expertOrder, nameMatches, readableMentions } from './search-conditions.ts'
import { scores } from './scores.ts'
import { expertSearch } from './search.ts'

const AREAS = 50
const GEOGRAPHIES = 100
const COMPANY_TYPES = 20
const DEALS = 10
/** Names with at least this similarity are suggested before a member adds another expert. */
const ALIKE_PERCENT = 45

const votes = (which: Sql) =>
  value(
    (e) => sql`select count(*)::integer from ${experts.votes} v where v.expert_id = ${e}.id and v.sentiment = ${which}`,
  )
const written = (of: Sql, { args }: FieldContext) => {
  const rows = sql`select r.* from ${experts.recommendations} r where ${of}`
  return {
    rows,
    order: sql`r.pub_date desc, r.id desc`,
    limit: args['limit'],
    offset: args['offset'],
    cap: USER_RECOMMENDATIONS_PAGE,
    count: sql`select count(*)::integer from (${rows}) c`,
  }
}
const geographyOf = sql`select g.* from ${experts.expert_places} x join ${networks.geographies} g on g.id = x.id`

export const expertReads = define({
  Query: {
    experts: page((_, asking) => expertSearch(asking)),
    experts_search: many((_, asking) => ({
      rows: sql`select e.* from ${experts.experts} e where true ${expertMatches(asking, sql`e`)}`,
      order: expertOrder(sql`e`),
      limit: asking.args['limit'],
      cap: EXPERT_SEARCH_LIMIT,
    })),
    experts_preview: many((_, { args, given }) => ({
      rows: sql`select e.* from ${experts.experts} e where ${given(args['search']!) ? nameMatches(sql`${args['search']!}`, sql`e`) : sql`true`}`,
      order: expertOrder(sql`e`),
      limit: args['limit'],
      cap: PREVIEW_LIMIT,
    })),
    experts_alike: many((_, { args }) => ({
      rows: sql`
        select e.*, similarity(plain_words(${args['name']!}), plain_words(e.name)) as likeness
        from ${experts.experts} e left join ${experts.found_companies} c on c.id = e.company_id
        where similarity(plain_words(${args['name']!}), plain_words(e.name)) >= ${ALIKE_PERCENT} / 100.0
          or c.website_host = ${args['website_host']!}`,
      order: sql`likeness desc, e.id`,
      cap: ALIKE_LIMIT,
    })),
    expert_company_types: many((_, { args, given }) => ({
      rows: sql`
        select t.id, t.name from ${experts.company_types} t
        where ${given(args['search']!) ? sql`position(plain_words(${args['search']!}) in plain_words(t.name)) > 0` : sql`true`}
        group by t.id, t.name`,
      order: sql`t.name, t.id`,
      limit: args['limit'],
      cap: COMPANY_TYPES_LIMIT,
    })),
    expert_profile: one(
      (_, { args }) => sql`
        select e.* from ${experts.experts} e
        where e.id = coalesce((select j.merged_into from ${experts.joined} j where j.id = ${args['id']!}), ${args['id']!})`,
    ),
    people_in_company: many((_, { args }) => ({
      rows: sql`select e.* from ${experts.experts} e where e.company_id = ${args['company_id']!} and e.type = 'individual'`,
      order: expertOrder(sql`e`),
      cap: COMPANY_PEOPLE_LIMIT,
    })),
    user_recommendations: page((_, asking) => written(sql`r.author_id = ${asking.args['user_id']!}`, asking)),
  },
  Expert: {
    entity_id: value((e) => sql`${e}.id`),
    mention_count: value(readableMentions),
    company: one((e) => sql`select c.* from ${experts.found_companies} c where c.id = ${e}.company_id`),
    vote: value((e) => sql`select v.sentiment from ${experts.own_votes} v where v.expert_id = ${e}.id`),
    num_of_upvotes: votes(sql`true`),
    num_of_downvotes: votes(sql`false`),
    geographies: many((e) => ({
      rows: sql`${geographyOf} where x.expert_id = ${e}.id`,
      order: sql`g.name, g.id`,
      cap: GEOGRAPHIES,
    })),
    areas_of_expertise: many((e) => ({
      rows: sql`
        select a.id, a.name, count(*) as num from ${experts.recommendations} r
        join ${experts.recommendation_areas} x on x.recommendation_id = r.id
        join ${networks.areas_of_expertise} a on a.id = x.area_of_expertise_id
        where r.expert_id = ${e}.id group by a.id, a.name`,
      order: sql`num desc, a.name, a.id`,
      cap: AREAS,
    })),
    standing: one(
      (e) => sql`
        select count(distinct v.author_id)::integer as num_of_members, count(distinct v.company)::integer as num_of_companies,
          count(distinct v.author_id) filter (where v.is_disclosed)::integer as num_of_disclosed,
          count(distinct v.author_id) filter (where v.is_newcomer)::integer as num_of_newcomers,
          max(v.pub_date) as last_recommended_at,
          coalesce((select round(s.score::numeric, 3) from (${scores({ ofExpert: sql`${e}.id` })}) s), 0) as score
        from ${experts.recommenders} v where v.expert_id = ${e}.id`,
    ),
    recommendations: page((e, asking) => written(sql`r.expert_id = ${e}.id`, asking)),
    vendor_deals: many((e) => ({
      rows: sql`select d.* from ${experts.found_deals} d where d.expert_id = ${e}.id and d.show_in_vendor_page`,
      order: sql`d.id`,
      cap: DEALS,
    })),
    company_experts: many((e) => ({
      rows: sql`select o.* from ${experts.experts} o where o.company_id = ${e}.company_id and o.id <> ${e}.id`,
      order: expertOrder(sql`o`),
      cap: COMPANY_PEOPLE_LIMIT,
    })),
  },
  VendorDeal: {
    connection_requested_at: value(
      (d) => sql`select max(v.consented_at) from ${experts.own_connections} v where v.vendor_deal_id = ${d}.id`,
    ),
  },
  ExpertCompany: {
    company_types: many((c) => ({
      rows: sql`select t.* from ${experts.company_types} t where t.company_id = ${c}.id`,
      order: sql`t.name, t.id`,
      cap: COMPANY_TYPES,
    })),
  },
  CompanyType: {
    num_of_experts: value(
      (t) => sql`
        select count(*)::integer from ${experts.company_types} x join ${experts.experts} e on e.company_id = x.company_id
        where x.id = ${t}.id`,
    ),
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
    triggerVendorConnection: one(
      (_, { result }) => sql`select d.* from ${experts.found_deals} d where d.id = ${result}`,
    ),
  },
})
