import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one, value, type FieldContext } from '#server/platform/graph/reads.ts'
import { sql, when, type Sql } from '#server/platform/graph/sql.ts'
import { ANSWERERS_SHOWN, ASKS_SHOWN, COUNTED_WEEKS, MISSED_SEARCHES_SHOWN, UNANSWERED_SHOWN } from '#shared/figures.ts'
import { figures } from './figures.access.ts'

const MOST_ROWS = 20_000
const MOST_NETWORKS = 500

const inNetwork = ({ args, given }: FieldContext, column: Sql) =>
  when(given(args['peer_network_id']!), () => sql`and ${args['peer_network_id']!} = ${column}`)

/** Two periods of this many weeks, up to the last counted one; of months, as many as they touch and three before. */
const counts = (asking: FieldContext) => {
  // No more than are counted: dates have an end.
  const weeks = sql`least(greatest(${asking.args['weeks']!}, 0), ${COUNTED_WEEKS})`
  const rows = sql`
    select c.*, l.starts_on - 7 * (${weeks} - 1) as from_day from ${figures.figure_counts} c cross join (
      select max(x.starts_on) as starts_on from ${figures.figure_counts} x where x.figure = 'questions') l
    where c.starts_on >= l.starts_on - 14 * ${weeks} + 7 - case when c.figure in ('joined', 'returned') then 124 else 0 end
      ${inNetwork(asking, sql`c.peer_network_id`)}`
  const day = (of: Sql) => sql`to_char(${of}, 'YYYY-MM-DD')`
  const median = sql`nullif(percentile_disc(0.5) within group (order by h.hours), 'infinity')`
  // Three kinds of sums over the same rows, which are read once.
  return sql`
    with matched as materialized (${rows})
    select c.figure, ${day(sql`c.starts_on`)} as starts_on, c.category, max(c.name) as name, sum(c.shown)::bigint as amount,
      null::double precision as hours
    from matched c where c.figure <> 'questions' group by c.figure, c.starts_on, c.category having sum(c.shown) > 0
    union all
    select f.figure, ${day(sql`c.starts_on`)}, '', null, count(h.hours) filter (where f.figure = 'questions' or h.hours < 'infinity'),
      case f.figure when 'questions' then ${median} end
    from matched c cross join lateral unnest(c.hours) h(hours) cross join (values ('questions'), ('answered')) f(figure)
    where c.figure = 'questions' group by f.figure, c.starts_on
    union all
    select 'first_answer', ${day(sql`min(c.starts_on)`)}, case when c.starts_on >= c.from_day then 'now' else 'before' end, null,
      count(*), ${median}
    from matched c cross join lateral unnest(c.hours) h(hours) where c.figure = 'questions' group by 3`
}

const weekly = one(() => sql`select w.* from ${figures.weekly_figures} w`)

export const figureReads = define({
  Query: {
    figure_counts: many((_, asking) => ({
      rows: sql`select k.* from (${counts(asking)}) k`,
      order: sql`k.figure, k.starts_on, k.category`,
      cap: MOST_ROWS,
    })),
    figure_networks: many(() => ({
      rows: sql`select n.* from ${figures.figure_networks} n`,
      order: sql`n.display_name, n.id`,
      cap: MOST_NETWORKS,
    })),
    unanswered_questions: many((_, asking) => ({
      rows: sql`select q.* from ${figures.unanswered_questions} q where true ${inNetwork(asking, sql`any(q.peer_network_ids)`)}`,
      order: sql`q.pub_date, q.thread_id`,
      cap: UNANSWERED_SHOWN,
    })),
    missed_searches: many((_, asking) => ({
      rows: sql`
        select m.query, sum(m.num_of_members)::integer as num_of_members from ${figures.missed_searches} m
        where true ${inNetwork(asking, sql`m.peer_network_id`)} group by m.query`,
      order: sql`num_of_members desc, query`,
      cap: MISSED_SEARCHES_SHOWN,
    })),
    weekly_figures: weekly,
  },
  UnansweredQuestion: {
    networks: many((q) => ({
      rows: sql`select n.* from ${networks.peer_networks} n where n.id = any(${q}.peer_network_ids)`,
      order: sql`n.id`,
      cap: MOST_NETWORKS,
    })),
    answerers: many((q) => ({
      rows: sql`
        select u.*, a.num_of_answers from ${figures.question_answerers} a join ${people.people} u on u.id = a.user_id
        where a.thread_id = ${q}.thread_id`,
      order: sql`num_of_answers desc, id`,
      cap: ANSWERERS_SHOWN,
    })),
    asks: many((q) => ({
      rows: sql`select a.* from ${figures.question_asks} a where a.thread_id = ${q}.thread_id`,
      order: sql`a.asked_at, a.user_id`,
      cap: ASKS_SHOWN,
    })),
  },
  QuestionAsk: {
    user: one((a) => sql`select u.* from ${people.people} u where u.id = ${a}.user_id`),
    asked_by: one((a) => sql`select u.* from ${people.people} u where u.id = ${a}.asked_by`),
  },
  Mutation: {
    recordMissedSearch: value((_, { result }) => sql`${result} = 1`),
    setWeeklyFigures: weekly,
    askToAnswer: one(
      (_, { result }) => sql`select q.* from ${figures.unanswered_questions} q where q.thread_id = ${result}`,
    ),
  },
})
