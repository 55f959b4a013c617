/** Mentions of experts that the viewer can read: for expert pages, company pages, and answers to requests. */
import { experts } from '#server/features/experts/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one, page, value, type FieldContext } from '#server/platform/graph/reads.ts'
import { sql, viewer, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { MENTIONS_PAGE } from '#shared/experts.ts'
import { anonymity } from '#server/features/discussions/anonymity/anonymity.access.ts'
import { reachedFrom, readable } from '#server/features/discussions/threads/discussions.access.ts'
import { mentions } from './message-experts.access.ts'
import { readingState } from '#server/features/discussions/threads/reading.access.ts'

const TIED = 50
/** Open requests that are looked at, the newest; older ones were answered elsewhere or given up. */
const WEIGHED = 300
const NEWEST = sql`pub_date desc, entity_type, entity_id desc`

const messages = (of: Sql) => sql`
  select 'message' as entity_type, x.message_id as entity_id, x.pub_date, x.excerpt, null::text as affiliation, x.author_id,
    x.expert_id, x.thread_id, x.is_original_message
  from ${mentions.mentions} x join ${experts.experts} e on e.id = x.expert_id where ${of}`
const recommendations = (of: Sql) => sql`
  select 'recommendation' as entity_type, x.id as entity_id, x.pub_date, left(x.cleaned_message, 400) as excerpt, x.affiliation, x.author_id,
    x.expert_id, null::bigint as thread_id, false as is_original_message
  from ${experts.recommendations} x join ${experts.experts} e on e.id = x.expert_id where ${of}`

const paged = (rows: Sql, { args }: FieldContext, order = NEWEST) => ({
  rows: sql`select * from (${rows}) x`,
  order,
  limit: args['limit'],
  offset: args['offset'],
  cap: MENTIONS_PAGE,
  count: sql`select count(*)::integer from (${rows}) c`,
})

/** One row with the arguments, for the lists below. */
const asked = (_: Sql, { args }: FieldContext) => {
  const slot = (name: string): Parameter => args[name]!
  return sql`
    select ${slot('company_id')} as company_id, ${slot('expert_id')} as expert_id, ${slot('user_id')} as author_id,
      ${slot('peerNetworkIDs')} as networks, least(greatest(coalesce(${slot('limit')}, 5), 0), ${MENTIONS_PAGE}) as at_most
    where coalesce(${slot('company_id')}, ${slot('expert_id')}, ${slot('user_id')}) is not null`
}
const narrowed = (q: Sql) => sql`(${q}.company_id is null or e.company_id = ${q}.company_id)
  and (${q}.expert_id is null or e.id = ${q}.expert_id) and (${q}.author_id is null or x.author_id = ${q}.author_id)`
/**
 * Of the requested networks, those that the viewer can see. Otherwise forged ids would reveal what other networks
 * contain.
 */
const inNetworks = (q: Sql) => sql`(coalesce(cardinality(${q}.networks), 0) = 0 or exists (
  select from ${readable.threads} f where f.thread_id = x.thread_id
    and f.peer_network_ids && array(select n.id from unnest(${viewer.networks}) n(id) where n.id = any(${q}.networks))))`
const forNetworks = (q: Sql) => sql`(coalesce(cardinality(${q}.networks), 0) = 0
  or x.channels && array(select c.held from unnest(${viewer.channels}) c(held) where c.held / 4 = any(${q}.networks)))`
const saidIn = (q: Sql) => messages(sql`${narrowed(q)} and ${inNetworks(q)}`)
const recommendedTo = (q: Sql) => recommendations(sql`${narrowed(q)} and ${forNetworks(q)}`)
const latest = (rows: Sql, q: Sql) => ({
  rows: sql`select * from (select * from (${rows}) l order by ${NEWEST} limit ${q}.at_most) x`,
  order: NEWEST,
  cap: MENTIONS_PAGE,
})
const countRows = (rows: Sql) => sql`select count(*)::integer from (${rows}) c`

const ofCompany = ({ args }: FieldContext) => {
  const at = sql`e.company_id = ${args['company_id']!}`
  return sql`${messages(at)} union all ${recommendations(at)}`
}

/** Requests by others that the viewer could still answer. */
const own = sql`(f.author_id = ${viewer.id} or f.thread_id in (
  select a.thread_id from ${anonymity.own_anonymous} a where a.is_opening))`
const newestAnswerable = sql`
  select f.* from ${readable.listed} f join ${reachedFrom.bodies} b on b.id = f.thread_id and b.closed_at is null
  where f.thread_type = 'recommendation_request' and not ${own}
    and f.thread_id not in (select h.thread_id from ${readingState.hidden} h)
    and f.thread_id not in (select p.thread_id from ${readingState.posts} p)
  order by f.pub_date desc, f.thread_id desc limit ${WEIGHED}`
const answerable = sql`
  select f.*, (select count(*) from unnest(f.area_of_expertise_ids) a(id) where a.id in (
      select x.area_of_expertise_id from ${experts.recommendation_areas} x
      join ${experts.recommendations} r on r.id = x.recommendation_id where r.author_id = ${viewer.id})) as own_matters
  from (${newestAnswerable}) f`

/** Starts at the viewer’s own requests: of all mentions, few are in them. */
const ownRequests = sql`array(
  select f.thread_id from ${readable.threads} f where f.author_id = ${viewer.id} and f.thread_type = 'recommendation_request'
  union all
  select f.thread_id from ${anonymity.own_anonymous} a join ${readable.threads} f on f.thread_id = a.thread_id
    where a.is_opening and f.author_id = ${ANONYMOUS_USER_ID} and f.thread_type = 'recommendation_request')`
const received = messages(
  sql`x.thread_id = any(${ownRequests}) and not x.is_original_message and x.author_id <> ${viewer.id}`,
)

export const expertMentionReads = define({
  Query: {
    last_company_mentions: one(asked),
    company_mentions: page((_, asking) => paged(ofCompany(asking), asking)),
    received_recommendations: page((_, asking) => paged(received, asking)),
    answerable_requests: page((_, { args }) => ({
      rows: sql`select f.* from (${answerable}) f`,
      order: sql`least(f.own_matters, 1) desc, f.pub_date desc, f.thread_id desc`,
      limit: args['limit'],
      offset: args['offset'],
      cap: MENTIONS_PAGE,
      count: countRows(newestAnswerable),
    })),
  },
  LastCompanyMentions: {
    num_of_messages: value((q) => countRows(saidIn(q))),
    num_of_recommendations: value((q) => countRows(recommendedTo(q))),
    messages: many((q) => latest(saidIn(q), q)),
    recommendations: many((q) => latest(recommendedTo(q), q)),
  },
  ExpertMention: {
    author: one((x) => sql`select u.* from ${people.people} u where u.id = ${x}.author_id`),
    expert: one((x) => sql`select e.* from ${experts.experts} e where e.id = ${x}.expert_id`),
    thread: one((x) => sql`select f.* from ${readable.threads} f where f.thread_id = ${x}.thread_id`),
  },
  Expert: {
    mentions: page((e, asking) => paged(messages(sql`x.expert_id = ${e}.id`), asking)),
    tied_people: many((e) => ({
      rows: sql`
        select u.*, t.last_at from (
          select b.author_id, max(b.pub_date) as last_at from (
            select x.author_id, x.pub_date from ${mentions.mentions} x where x.expert_id = ${e}.id
            union all
            select r.author_id, r.pub_date from ${experts.recommendations} r where r.expert_id = ${e}.id) b
          where b.author_id <> ${ANONYMOUS_USER_ID} group by b.author_id) t
        join ${people.people} u on u.id = t.author_id and not u.suspended`,
      order: sql`t.last_at desc, u.id`,
      cap: TIED,
    })),
  },
})
