import { discussions } from '#server/features/discussions/index.ts'
import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one, page, value } from '#server/platform/graph/reads.ts'
import { sql, viewer, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import { BULK_ITEMS, QUEUE_PAGE } from '#shared/moderation.ts'
import { SECURITY_EVENTS_COUNTED, SECURITY_EVENTS_PAGE } from '#shared/security-events.ts'
import { review } from './moderation.access.ts'

const NETWORKS = 50

const queued = (t: Sql) => sql`
  select q.* from ${review.queue} q
  where (${t}.asked_type is null or q.item_type = ${t}.asked_type) and (${t}.asked_source is null or q.source = ${t}.asked_source)`
const decided = (t: Sql) => sql`
  select d.* from ${review.decisions} d
  where (${t}.asked_type is null or d.item_type = ${t}.asked_type) and (${t}.asked_id is null or d.item_id = ${t}.asked_id)`
const recorded = (args: Readonly<Record<string, Parameter>>) => sql`
  select e.* from ${review.security_events} e
  where (${args['kind']!} is null or e.kind = ${args['kind']!}) and (${args['user_id']!} is null or e.user_id = ${args['user_id']!})`
const thread = one((_, { result }) => sql`select f.* from ${discussions.threads} f where f.thread_id = ${result}`)

export const moderationReads = define({
  Query: {
    moderation_queue: one(
      (_, { args }) =>
        sql`select d.*, ${args['item_type']!} as asked_type, ${args['source']!} as asked_source from ${review.desk} d`,
    ),
    moderation_audit: one(
      (_, { args }) =>
        sql`select d.*, ${args['item_type']!} as asked_type, ${args['item_id']!} as asked_id from ${review.desk} d`,
    ),
    security_events: page((_, { args }) => ({
      rows: recorded(args),
      order: sql`e.id desc`,
      limit: args['limit'],
      offset: args['offset'],
      cap: SECURITY_EVENTS_PAGE,
      count: sql`select count(*)::integer from (select from (${recorded(args)}) c limit ${SECURITY_EVENTS_COUNTED}) c`,
    })),
  },
  SecurityEvent: { member: one((e) => sql`select u.* from ${people.people} u where u.id = ${e}.user_id`) },
  ModerationQueue: {
    items: many((t, { args }) => ({
      rows: queued(t),
      order: sql`q.waiting_since, q.item_type, q.item_id`,
      limit: args['limit'],
      offset: args['offset'],
      cap: QUEUE_PAGE,
    })),
    count: value((t) => sql`select count(*)::integer from (${queued(t)}) c`),
    num_of_own_claims: value(
      () => sql`select count(*)::integer from ${review.queue} q where q.claimed_by_id = ${viewer.id}`,
    ),
  },
  ModerationItem: {
    author: one((q) => sql`select u.* from ${people.people} u where u.id = ${q}.author_id`),
    author_networks: many((q) => ({
      rows: sql`select n.* from ${people.member_networks} m join ${networks.peer_networks} n on n.id = m.peer_network_id where m.user_id = ${q}.author_id`,
      order: sql`n.id`,
      cap: NETWORKS,
    })),
    peer_networks: many((q) => ({
      rows: sql`select n.* from ${review.places} p join ${networks.peer_networks} n on n.id = p.peer_network_id where p.thread_id = ${q}.thread_id`,
      order: sql`n.id`,
      cap: NETWORKS,
    })),
    answered: one((q) => sql`select m.* from ${review.contexts} m where m.id = ${q}.message_replied_id`),
    claimed_by: one((q) => sql`select u.* from ${people.people} u where u.id = ${q}.claimed_by_id`),
  },
  ModerationContext: { sender: one((m) => sql`select u.* from ${people.people} u where u.id = ${m}.sender_id`) },
  ModerationAudit: {
    items: many((t, { args }) => ({
      rows: decided(t),
      order: sql`d.id desc`,
      limit: args['limit'],
      offset: args['offset'],
      cap: QUEUE_PAGE,
    })),
    count: value((t) => sql`select count(*)::integer from (${decided(t)}) c`),
  },
  RevealedAuthor: { author: one((r) => sql`select u.* from ${people.people} u where u.id = ${r}.user_id`) },
  ModerationOutcome: {
    decisions: many((a) => ({
      rows: sql`select d.* from ${review.decisions} d where d.act_id = ${a}.act_id`,
      order: sql`d.id`,
      cap: BULK_ITEMS * 2,
    })),
  },
  ModerationDecision: { actor: one((d) => sql`select u.* from ${people.people} u where u.id = ${d}.actor_id`) },
  Message: {
    // The conditions on the row come first, so that most messages need no lookup.
    rejection: one(
      (m) => sql`
      select r.reason, r.at, ${m}.id as message_id from ${review.rejections} r
      where ${m}.moderation_processed and ${m}.moderation_approved is not true and not ${m}.visible
        and (r.item_type, r.item_id) = (case when ${m}.is_original_message then 'thread' else 'message' end,
          case when ${m}.is_original_message then ${m}.thread_id else ${m}.id end)
      order by r.id desc limit 1`,
    ),
  },
  Mutation: {
    claimModerationItem: one(
      (_, { args }) =>
        sql`select q.* from ${review.queue} q where q.item_type = ${args['item_type']!} and q.item_id = ${args['item_id']!}`,
    ),
    moderateItems: one((_, { result }) => sql`select ${result} as act_id from ${review.desk} d`),
    revealAnonymousAuthor: one(
      (_, { result }) => sql`select r.* from ${review.revealed} r where r.message_id = ${result}`,
    ),
    closeThread: thread,
    reopenThread: thread,
  },
})
