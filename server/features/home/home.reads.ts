/** The panels of the home page. Each is its own operation, so that a slow or failing one does not delay the others. */
import { discussions } from '#server/features/discussions/index.ts'
import { networks } from '#server/features/networks/index.ts'
import { alike, blocks, people } from '#server/features/people/index.ts'
import { define, many, one, onSameRow, value } from '#server/platform/graph/reads.ts'
import { sql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import { MEMBERS_TO_KNOW, MISSED_DAYS, MISSED_THREADS, QUESTIONS_TO_ANSWER, SITTING_MINUTES } from '#shared/home.ts'
import { home } from './home.access.ts'

/** The number of newest threads considered per network, and of newest unanswered ones; older ones are not news. */
const WEIGHED = 200
const NEWLY_DAYS = 45
const CANDIDATES = 40

/**
 * When the viewer last opened a thread in an earlier visit, or marked all as read. Threads opened in the current visit
 * must not make the rest look seen.
 */
const since = sql`
  select greatest(
    date_trunc('day', now()) - make_interval(days => ${MISSED_DAYS}),
    (select u.date_joined from ${people.viewer} u),
    (select max(v.viewed_at) from ${home.own_views} v where v.viewed_at < now() - make_interval(mins => ${SITTING_MINUTES})),
    (select k.read_at from ${home.own_marks} k)) as at`

/** The newest threads of each network, read in order. A thread can be in several networks. */
const newest = sql`
  select distinct e.thread_id, e.pub_date from unnest(${viewer.networks}) n(id) cross join lateral (
    select x.thread_id, x.pub_date from ${discussions.entries} x where x.network_id = n.id
    order by x.pub_date desc, x.thread_id desc limit ${WEIGHED}) e`

/** New threads by others that the viewer has not opened. */
const fresh = sql`
  select e.thread_id from (${newest}) e cross join (${since}) s join ${discussions.threads} f on f.thread_id = e.thread_id
  where e.pub_date > s.at and f.author_id <> ${viewer.id}
    and not exists (select from ${home.own_views} v where v.thread_id = e.thread_id)
    and not exists (select from ${home.own_hidden} h where h.thread_id = e.thread_id)`

/** Threads that the viewer takes part in, with new replies. */
const answered = sql`
  select p.thread_id from (select distinct o.thread_id from ${home.own_posts} o) p
  join ${discussions.threads} f on f.thread_id = p.thread_id cross join (${since}) s
  where f.visible and f.last_reply_at > s.at
    and not exists (select from ${home.own_views} v where v.thread_id = p.thread_id and v.viewed_at >= f.last_reply_at)
    and not exists (select from ${home.own_hidden} h where h.thread_id = p.thread_id)`

const missedThreads = sql`
  select f.*, c.thread_id in (select n.thread_id from (${fresh}) n) as is_new, said.num_of_new_replies
  from (select a.thread_id from (${fresh}) a union select b.thread_id from (${answered}) b) c
  join ${discussions.threads} f on f.thread_id = c.thread_id cross join (${since}) s cross join lateral (
    select count(*)::integer as num_of_new_replies from ${discussions.messages} m
    where m.thread_id = c.thread_id and m.visible and not m.is_private and not m.is_original_message
      and m.order_date > s.at and m.sender_id <> ${viewer.id}) said`

/** Areas of the threads that the viewer has posted in: they may answer there again. */
const answeredAreas = sql`array(
  select distinct a.id from ${home.own_posts} o join ${discussions.listed_facts} t on t.thread_id = o.thread_id
  cross join lateral unnest(t.area_of_expertise_ids) a(id))`

/** The newest that nobody has answered, in the order of an index of such threads alone. */
const unanswered = sql`
  select u.thread_id, u.pub_date, u.area_of_expertise_ids from ${discussions.listed_facts} u
  where u.unanswered and u.author_id <> ${viewer.id}
  order by u.pub_date desc, u.thread_id desc limit ${WEIGHED}`

/** Ordered first, by what the index knows, so that only as many threads are read as are shown. */
const questions = sql`
  select f.*, fit.reason, fit.area
  from (
    select e.*, near.kinship, k.own, k.answered
    from (select ${answeredAreas} as answered, (select u.area_of_expertise_ids from ${people.viewer} u) as own offset 0) k
    cross join (${unanswered}) e
    cross join lateral (
      select count(*) as kinship from unnest(e.area_of_expertise_ids) a(id) where a.id = any(k.own) or a.id = any(k.answered)) near
    order by near.kinship desc, e.pub_date desc, e.thread_id desc) e
  cross join lateral (
    select f.* from ${discussions.threads} f
    where f.thread_id = e.thread_id and f.num_of_responses = 0 and f.author_id <> ${viewer.id} and f.thread_type <> 'poll'
      and f.author_id not in (select b.user_id from ${blocks.parted} b)
      and not exists (select from ${home.own_hidden} h where h.thread_id = f.thread_id)
      and f.thread_id not in (select o.thread_id from ${home.own_posts} o) offset 0) f
  cross join lateral (
    select (array_agg(a.name order by a.id = any(e.own) desc, a.name))[1] as area,
      case when bool_or(a.id = any(e.own)) then 'own_area' when count(*) > 0 then 'answered_area' else 'unanswered' end as reason
    from ${networks.areas_of_expertise} a
    where a.id = any(f.area_of_expertise_ids) and (a.id = any(e.own) or a.id = any(e.answered)) offset 0) fit`

/** The members of `stronger`, and those with a weaker reason only if the panel is not full without them. */
const filledUp = (stronger: Sql, weaker: (isLacking: Sql) => Sql) => sql`
  with matched as materialized (${stronger})
  select * from matched union all ${weaker(sql`(select count(distinct m.user_id) from matched m) < ${MEMBERS_TO_KNOW}`)}`

/** Neighbours who are not separated from the viewer by a block. */
const neighbours = sql`(
  select n.* from ${home.neighbours} n where n.id not in (select b.user_id from ${blocks.parted} b))`
/** One of them by id: comparing with all of them took longer. */
const neighbour = (id: Sql) => sql`lateral (select n.* from ${neighbours} n where n.id = ${id} offset 0) n`

const haveAnswered = sql`
  select n.id as user_id, 'answered_you' as reason, 1 as weight, null::integer as num_in_common, a.answered_at as at
  from (select a.* from ${home.answerers} a order by a.answered_at desc, a.sender_id) a
  cross join ${neighbour(sql`a.sender_id`)}
  order by a.answered_at desc, a.sender_id limit ${MEMBERS_TO_KNOW}`
const haveInCommon = (isLacking: Sql) => sql`
  (select n.id, 'in_common', 2, a.nearness, n.date_joined from (${alike}) a cross join ${neighbour(sql`a.user_id`)}
    where ${isLacking} order by a.nearness desc, n.date_joined desc, n.id limit ${CANDIDATES})`
const areNearOrNew = (isLacking: Sql) => sql`
  (select n.id, 'same_city', 3, null, n.date_joined from ${neighbours} n
    where ${isLacking} and n.city = (select u.city from ${people.viewer} u)
    order by n.date_joined desc, n.id limit ${CANDIDATES})
  union all
  (select n.id, 'newly_joined', 4, null, n.date_joined from ${neighbours} n
    where ${isLacking} and n.date_joined > now() - make_interval(days => ${NEWLY_DAYS})
    order by n.date_joined desc, n.id limit ${CANDIDATES})`

/** The best reason per member. */
const membersToMeet = sql`
  select distinct on (c.user_id) c.user_id, c.reason, c.weight, c.num_in_common, c.at
  from (${filledUp(filledUp(haveAnswered, haveInCommon), areNearOrNew)}) c
  order by c.user_id, c.weight`

/** The last whole one, in UTC. */
const quarter = {
  start: sql`date_trunc('quarter', now() - interval '3 months')`,
  end: sql`date_trunc('quarter', now())`,
}

export const homeReads = define({
  Query: {
    missed: one(() => sql`select u.id from ${people.viewer} u`),
    given_in_quarter: one(() => sql`select u.id from ${people.viewer} u`),
    questions_to_answer: many(() => ({
      rows: questions,
      order: sql`e.kinship desc, e.pub_date desc, e.thread_id desc`,
      cap: QUESTIONS_TO_ANSWER,
    })),
    members_to_know: many(() => ({
      rows: sql`select k.* from (${membersToMeet}) k`,
      order: sql`k.weight, k.num_in_common desc, k.at desc, k.user_id`,
      cap: MEMBERS_TO_KNOW,
    })),
  },
  Missed: {
    since: value(() => since),
    num_of_new_threads: value(() => sql`select count(*)::integer from (${fresh}) n`),
    threads: many(() => ({
      rows: sql`select t.* from (${missedThreads}) t`,
      order: sql`t.num_of_new_replies desc, t.pub_date desc, t.thread_id desc`,
      cap: MISSED_THREADS,
    })),
  },
  GivenInQuarter: {
    starts_at: value(() => sql`select ${quarter.start}`),
    ends_at: value(() => sql`select ${quarter.end}`),
    num_of_answers: value(
      () => sql`select count(*)::integer from ${home.given_answers} a
        where a.order_date >= ${quarter.start} and a.order_date < ${quarter.end}`,
    ),
    num_of_thanks: value(
      () => sql`select count(distinct l.user_id)::integer from ${home.thanks_received} l
        where l.created_at >= ${quarter.start} and l.created_at < ${quarter.end}`,
    ),
  },
  MissedThread: { thread: onSameRow() },
  QuestionToAnswer: { thread: onSameRow() },
  MemberToKnow: { user: one((k) => sql`select u.* from ${people.people} u where u.id = ${k}.user_id`) },
})
