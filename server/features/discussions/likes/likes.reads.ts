import { experts } from '#server/features/experts/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one, page, steadyOne, value, type FieldContext } from '#server/platform/graph/reads.ts'
import { empty, sql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import { ACTIVITY_PAGE, LIKERS_PAGE, LIKES_PER_CALL } from '#shared/reading.ts'
import { reachedFrom, readable } from '#server/features/discussions/threads/discussions.access.ts'
import { likes } from './likes.access.ts'

const votesFor = sql`select v.id, v.user_id, v.created_at, v.expert_id from ${experts.votes} v where v.sentiment`

/** Likes of the given entity: a message, the opening message of a thread, or an expert. */
function agreementsWith({ args, choice }: FieldContext): Sql {
  const entity = choice(args['entity_type']!)
  if (entity === 'expert') return sql`select a.* from (${votesFor}) a where a.expert_id = ${args['entity_id']!}`
  return entity === 'thread'
    ? sql`select a.* from ${likes.agreements} a where a.is_original_message and a.thread_id = ${args['entity_id']!}`
    : sql`select a.* from ${likes.agreements} a where a.message_id = ${args['entity_id']!}`
}

/** The requested likes, in request order: inputs arrive as JSON texts. */
const asked = ({ args }: FieldContext) => sql`
  select x.item::jsonb ->> 'entity_type' as entity_type, (x.item::jsonb ->> 'entity_id')::bigint as entity_id, x.place
  from unnest(${args['likes']!}) with ordinality as x(item, place)`

const agreementsOf = (asking: FieldContext) => {
  const { args, given } = asking
  const liker = given(args['user_id']!) ? sql`${args['user_id']!}` : sql`${viewer.id}`
  const oldest = asking.choice(args['orderBy']!) === 'oldest'
  const after = given(args['cursor']!)
    ? oldest
      ? sql`and a.id > ${args['cursor']!}`
      : sql`and a.id < ${args['cursor']!}`
    : empty
  const by = sql`a.user_id = ${liker} ${after}`
  const order = oldest ? sql`asc` : sql`desc`
  // With the limit as a literal, the planner reads in the order of the index.
  return sql`
    select a.id from (
      (select a.id from ${likes.agreements} a where ${by} order by a.id ${order} limit ${ACTIVITY_PAGE + 1})
      union all (select a.id from (${votesFor}) a where ${by} order by a.id ${order} limit ${ACTIVITY_PAGE + 1})) a
    order by a.id ${order}`
}

/** Reads one more row than requested, to know whether there is a next page. */
function likesOfUser(_: Sql, asking: FieldContext): Sql {
  const limit = sql`least(greatest(coalesce(${asking.args['limit']!}, ${ACTIVITY_PAGE}), 0), ${ACTIVITY_PAGE})`
  return sql`
    select x.ids[1:${limit}] as ids, case when cardinality(x.ids) > ${limit} then x.ids[${limit}] end as next_cursor
    from (select array(${agreementsOf(asking)} limit ${limit} + 1) as ids) x`
}

export const likeReads = define({
  Message: {
    own_sentiment: value((m) => sql`select l.sentiment from ${likes.own_likes} l where l.message_id = ${m}.id`),
  },
  UserLikePage: {
    items: many((p) => ({
      rows: sql`
        select a.*, given.place from unnest(${p}.ids) with ordinality as given(id, place) cross join lateral (
          select a.id, a.created_at, a.message_id, a.thread_id, a.is_original_message, null::bigint as expert_id from ${likes.agreements} a
            where a.id = given.id
          union all
          select v.id, v.created_at, null, null, false, v.expert_id from (${votesFor}) v where v.id = given.id) a`,
      order: sql`given.place`,
      cap: ACTIVITY_PAGE,
    })),
  },
  UserLike: {
    entity_type: value(
      (l) =>
        sql`case when ${l}.expert_id is not null then 'expert' when ${l}.is_original_message then 'thread' else 'message' end`,
    ),
    entity_id: value(
      (l) =>
        sql`case when ${l}.expert_id is not null then ${l}.expert_id when ${l}.is_original_message then ${l}.thread_id else ${l}.message_id end`,
    ),
    expert: one((l) => sql`select e.* from ${experts.experts} e where e.id = ${l}.expert_id`),
    message: one((l) => sql`select m.* from ${reachedFrom.thread_messages} m where m.id = ${l}.message_id`),
    thread: one((l) => sql`select f.* from ${reachedFrom.cards} f where f.thread_id = ${l}.thread_id`),
  },
  Query: {
    getLikes: page((_, asking) => ({
      rows: sql`select u.*, a.created_at as agreed_at, a.id as like_id from (${agreementsWith(asking)}) a join ${people.people} u on u.id = a.user_id`,
      order: sql`agreed_at desc, like_id desc`,
      limit: asking.args['limit'],
      offset: asking.args['offset'],
      cap: LIKERS_PAGE,
      count: sql`select count(*)::integer from (${agreementsWith(asking)}) c`,
    })),
    userLikes: steadyOne(likesOfUser),
  },
  Mutation: {
    likeEntity: many((_, asking) => ({
      rows: sql`
        select x.entity_type, x.entity_id, l.sentiment, m.num_of_likes, x.place from (${asked(asking)}) x
        join ${readable.messages} m on x.entity_type <> 'expert' and case when x.entity_type = 'thread'
          then m.is_original_message and m.thread_id = x.entity_id else m.id = x.entity_id end
        left join ${likes.own_likes} l on l.message_id = m.id
        union all
        select x.entity_type, x.entity_id, v.sentiment,
          (select count(*)::integer from ${experts.votes} a where a.expert_id = e.id and a.sentiment), x.place
        from (${asked(asking)}) x join ${experts.experts} e on x.entity_type = 'expert' and e.id = x.entity_id
        left join ${experts.own_votes} v on v.expert_id = e.id`,
      order: sql`place`,
      cap: LIKES_PER_CALL,
    })),
  },
})
