import { expertMatches, expertOrder, experts, readableMentions } from '#server/features/experts/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one, onSameRow, value } from '#server/platform/graph/reads.ts'
import { join, trustedSql, sql, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import {
  MAX_DEAL_RECOMMENDERS,
  EXPERTS_PER_POST,
  EXPERT_SEARCH_LIMIT,
  EXPERT_TYPES,
  EXPERT_TYPE_LABELS,
} from '#shared/experts.ts'
import { readable } from '#server/features/discussions/threads/discussions.access.ts'
import { taggedExperts } from './message-experts.access.ts'

const THREAD_EXPERTS = 100
const RECOMMENDERS = 25
const DEALS = 10

const labels = join(
  EXPERT_TYPES.map((type) => trustedSql(`when '${type}' then '${EXPERT_TYPE_LABELS[type]}'`)),
  ' ',
)
/** Most mentioned in the thread first, then the usual order of experts. */
const inThread = sql`e.thread_mention_count desc, ${expertOrder(sql`e`)}`

const counted = (thread: Sql) => sql`
  select x.expert_id, count(*)::integer as num, bool_or(not x.is_original_message) as by_reply
  from ${taggedExperts.named_publicly} x where x.thread_id = ${thread} group by x.expert_id`
const namedIn = (thread: Sql, of: Sql) => sql`
  select e.*, ${thread} as thread_id, n.num as thread_mention_count
  from (${counted(thread)}) n join ${taggedExperts.named_experts} e on e.id = n.expert_id where ${of}`
/** Only for a readable thread. */
const ofThread = (id: Parameter, rows: Sql) => sql`
  select e.* from ${readable.threads} f cross join lateral (${rows}) e where f.thread_id = ${id}`

export const messageExpertReads = define({
  Query: {
    experts_thread_search: many((_, asking) => ({
      rows: sql`select e.* from (
        select e.*, f.thread_id, coalesce(n.num, 0) as thread_mention_count
        from ${readable.threads} f cross join ${experts.experts} e
        left join (${counted(sql`${asking.args['thread_id']!}`)}) n on n.expert_id = e.id
        where f.thread_id = ${asking.args['thread_id']!} ${expertMatches(asking, sql`e`)}) e`,
      order: inThread,
      limit: asking.args['limit'],
      cap: EXPERT_SEARCH_LIMIT,
    })),
    recommendation_summary: many((_, { args }) => ({
      rows: ofThread(args['thread_id']!, namedIn(sql`f.thread_id`, sql`n.by_reply`)),
      order: inThread,
      cap: THREAD_EXPERTS,
    })),
    thread_vendor_deals: many((_, { args }) => ({
      rows: sql`
        select d.*, f.thread_id from ${readable.threads} f cross join ${taggedExperts.vendor_deals} d
        where f.thread_id = ${args['thread_id']!} and d.show_in_thread_details
          and exists (select from ${taggedExperts.named_publicly} x where x.thread_id = f.thread_id and x.expert_id = d.expert_id)`,
      order: sql`d.id`,
      cap: DEALS,
    })),
  },
  Thread: {
    experts: many((t) => ({
      rows: sql`select e.* from (${namedIn(sql`${t}.thread_id`, sql`true`)}) e`,
      order: inThread,
      cap: THREAD_EXPERTS,
    })),
  },
  Message: {
    experts_mentioned: many((m) => ({
      rows: sql`
        select e.*, x.place, x.thread_id, (
          select count(*)::integer from ${taggedExperts.named_publicly} p where p.expert_id = e.id and p.thread_id = x.thread_id) as thread_mention_count
        from ${taggedExperts.named_in_messages} x join ${taggedExperts.named_experts} e on e.id = x.expert_id where x.message_id = ${m}.id`,
      order: sql`x.place, e.id`,
      cap: EXPERTS_PER_POST,
    })),
  },
  NamedExpert: {
    entity_id: value((e) => sql`${e}.id`),
    mention_count: value(readableMentions),
    type: value((e) => sql`case ${e}.type when 'individual' then 'expert' else 'company' end`),
    label: value((e) => sql`case ${e}.type ${labels} end`),
    company: one((e) => sql`select c.* from ${taggedExperts.companies_of_named} c where c.id = ${e}.company_id`),
    vote: value((e) => sql`select v.sentiment from ${experts.own_votes} v where v.expert_id = ${e}.id`),
    num_of_upvotes: votes('v.sentiment'),
    num_of_downvotes: votes('not v.sentiment'),
    recommenders: many((e) => ({
      rows: sql`
        select u.*, x.first_at from (
          select x.sender_id, min(x.order_date) as first_at from ${taggedExperts.named_publicly} x
          where x.expert_id = ${e}.id and x.thread_id = ${e}.thread_id and not x.is_original_message group by x.sender_id) x
        join ${people.people} u on u.id = x.sender_id`,
      order: sql`x.first_at, u.id`,
      cap: RECOMMENDERS,
    })),
    expert: onSameRow(),
  },
  VendorDeal: {
    expert: one(
      (d) => sql`
        select e.*, ${d}.thread_id, (
          select count(*)::integer from ${taggedExperts.named_publicly} p where p.expert_id = e.id and p.thread_id = ${d}.thread_id) as thread_mention_count
        from ${taggedExperts.named_experts} e where e.id = ${d}.expert_id`,
    ),
    recommenders: many((d) => ({
      rows: sql`
        select u.*, x.last_at from (
          select r.author_id, max(r.pub_date) as last_at from ${experts.recommendations} r
          where r.expert_id = ${d}.expert_id group by r.author_id) x
        join ${people.people} u on u.id = x.author_id and not u.suspended`,
      order: sql`x.last_at desc, u.id`,
      cap: MAX_DEAL_RECOMMENDERS,
    })),
  },
})

function votes(which: string) {
  return value(
    (e) =>
      sql`select count(*)::integer from ${taggedExperts.expert_votes} v where v.expert_id = ${e}.id and ${trustedSql(which)}`,
  )
}
