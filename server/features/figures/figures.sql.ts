/** Statements of the nightly count. Each returns the rows of one figure in one week or month, by network. */
import { isCountedMember } from '#server/platform/session/account-states.ts'
import { statement, type Query } from '#server/platform/database/statement.ts'
import { sql, type Sql } from '#server/platform/graph/sql.ts'
import { ANSWER_HOURS, COUNTED_WEEKS, MISSED_SEARCH_DAYS, UNANSWERED_DAYS, type FigureName } from '#shared/figures.ts'

export interface Counted {
  peer_network_id: number
  category: string
  amount: number
  hours: number[] | null
}

/** Weeks and months that are over and not counted yet, oldest first. A week waits for the answers to its questions. */
export const selectUncounted = statement(
  'select-uncounted-periods',
  {},
  () => sql`
    with first as (select greatest(min(date_joined), now() - make_interval(weeks => ${COUNTED_WEEKS})) as at from users),
      spans as (
        select 'month' as span, s.at from first f cross join generate_series(
          date_trunc('month', f.at, 'UTC'), now() - make_interval(hours => ${ANSWER_HOURS}) - interval '1 month', '1 month') s(at)
        union all
        select 'week', s.at from first f cross join generate_series(
          date_trunc('week', f.at, 'UTC'), now() - make_interval(hours => ${ANSWER_HOURS}) - interval '1 week', '1 week') s(at))
    select s.span, to_char(s.at at time zone 'UTC', 'YYYY-MM-DD') as starts_on from spans s
    where not exists (select from figure_periods p where p.span = s.span and p.starts_on = (s.at at time zone 'UTC')::date)
    order by s.span, s.at`,
)

/** Returns nothing if another worker has taken it. */
export const takePeriod = statement(
  'take-figure-period',
  { span: 'text', startsOn: 'text' },
  (p) =>
    sql`insert into figure_periods (span, starts_on) values (${p.span}, ${p.startsOn}::date) on conflict do nothing returning span`,
)

const PERIOD = { from: 'timestamptz', until: 'timestamptz' } as const
type Period = { from: Sql; until: Sql }

const primaryNetwork = (user: Sql) => sql`
  (select m.peer_network_id from peer_network_memberships m where m.user_id = ${user} and m.is_primary limit 1)`
const firstNetwork = (thread: Sql) => sql`
  (select min(n.peer_network_id) from thread_peer_networks n where n.thread_id = ${thread})`

/** Members who did something, from what is stored anyway. Reading is not counted. */
const activity = ({ from, until }: Period) => sql`
  select m.sender_id as user_id from messages m where m.visible and m.order_date >= ${from} and m.order_date < ${until}
  union select l.user_id from likes l where l.created_at >= ${from} and l.created_at < ${until}
  union select v.user_id from poll_votes v where v.voted_at >= ${from} and v.voted_at < ${until}
  union select d.user_id from material_downloads d where d.opened_at >= ${from} and d.opened_at < ${until}`

const questions = ({ from, until }: Period) => sql`
  select f.thread_id, ${firstNetwork(sql`f.thread_id`)} as peer_network_id,
    (select extract(epoch from min(m.pub_date) - f.pub_date) / 3600 from messages m
      where m.thread_id = f.thread_id and m.visible and not m.is_original_message and m.sender_id <> f.author_id
        and m.pub_date <= f.pub_date + make_interval(hours => ${ANSWER_HOURS})) as hours
  from thread_feed f
  where f.visible and f.thread_type <> 'poll' and f.pub_date >= ${from} and f.pub_date < ${until}`

const byNetwork = (rows: Sql, amount: Sql = sql`count(*)`, category: Sql = sql`''`) => sql`
  select r.peer_network_id, ${category} as category, (${amount})::bigint as amount, null::double precision[] as hours
  from (${rows}) r where r.peer_network_id is not null group by r.peer_network_id, 2`

const COUNTS: Record<Exclude<FigureName, 'answered'>, (period: Period) => Sql> = {
  questions: (period) => sql`
    select q.peer_network_id, '' as category, count(*) as amount,
      array_agg(coalesce(q.hours::double precision, 'infinity') order by q.hours) as hours
    from (${questions(period)}) q where q.peer_network_id is not null group by q.peer_network_id`,
  active: (period) =>
    byNetwork(sql`
      select ${primaryNetwork(sql`u.id`)} as peer_network_id from (${activity(period)}) a join users u on u.id = a.user_id
      where not u.is_staff`),
  left: ({ from, until }) =>
    byNetwork(
      sql`
        select t.peer_network_id, coalesce(nullif(split_part(s.cancel_reason, ':', 1), ''), 'other') as reason,
          greatest(1, (select count(*) from team_memberships m where m.team_id = t.id)) as members
        from subscriptions s join teams t on t.id = s.team_id where s.cancelled_at >= ${from} and s.cancelled_at < ${until}`,
      sql`sum(r.members)`,
      sql`r.reason`,
    ),
  invited: ({ from, until }) =>
    byNetwork(sql`select i.peer_network_id from invitations i where i.sent_at >= ${from} and i.sent_at < ${until}`),
  accepted: ({ from, until }) =>
    byNetwork(sql`
      select i.peer_network_id from invitations i where i.state = 'accepted' and i.used_at >= ${from} and i.used_at < ${until}`),
  replied: ({ from, until }) =>
    byNetwork(sql`
      select i.peer_network_id, (select min(m.order_date) from messages m
        where m.sender_id = i.user_id and m.visible and not m.is_original_message and m.order_date >= i.used_at) as first_at
      from invitations i
      where i.state = 'accepted' and i.used_at >= ${from} - interval '7 days' and i.used_at < ${until}
        and (select min(m.order_date) from messages m where m.sender_id = i.user_id and m.visible
          and not m.is_original_message and m.order_date >= i.used_at) between ${from} and least(${until} - interval '1 microsecond', i.used_at + interval '7 days')`),
  expert: ({ from, until }) =>
    byNetwork(
      sql`
        select ${firstNetwork(sql`m.thread_id`)} as peer_network_id, e.expert_id
        from messages m join message_experts e on e.message_id = m.id
        where m.visible and not m.is_private and m.order_date >= ${from} and m.order_date < ${until}`,
      sql`count(*)`,
      sql`r.expert_id::text`,
    ),
  download: ({ from, until }) =>
    byNetwork(
      sql`
        select distinct d.user_id, d.item_id, ${primaryNetwork(sql`d.user_id`)} as peer_network_id from material_downloads d
        where d.kind = 'peer_document' and d.opened_at >= ${from} and d.opened_at < ${until}`,
      sql`count(*)`,
      sql`r.item_id::text`,
    ),
  decision: ({ from, until }) =>
    byNetwork(
      sql`
        select ${firstNetwork(sql`d.thread_id`)} as peer_network_id, d.decision from moderation_decisions d
        where d.at >= ${from} and d.at < ${until}`,
      sql`count(*)`,
      sql`r.decision`,
    ),
  paid: ({ from, until }) =>
    byNetwork(
      sql`
        select t.peer_network_id, i.amount from invoices i join subscriptions s on s.id = i.subscription_id
        join teams t on t.id = s.team_id where i.state = 'paid' and i.paid_at >= ${from} and i.paid_at < ${until}`,
      sql`sum(r.amount)`,
    ),
  subscriptions: ({ from, until }) =>
    byNetwork(sql`
      select t.peer_network_id from subscriptions s join teams t on t.id = s.team_id
      where s.term_start < ${until} and s.term_end >= ${from} and (s.cancelled_at is null or s.cancelled_at >= ${from})`),
  joined: ({ from, until }) =>
    byNetwork(sql`
      select ${primaryNetwork(sql`u.id`)} as peer_network_id from users u
      where not u.is_staff and u.registered and u.date_joined >= ${from} and u.date_joined < ${until}`),
  returned: (period) =>
    byNetwork(
      sql`
        select ${primaryNetwork(sql`u.id`)} as peer_network_id, to_char(u.date_joined at time zone 'UTC', 'YYYY-MM') as month
        from (${activity(period)}) a join users u on u.id = a.user_id
        where not u.is_staff and u.registered and u.date_joined < ${period.from}
          and u.date_joined >= ${period.from} - interval '3 months'`,
      sql`count(*)`,
      sql`r.month`,
    ),
}

export const COUNTING = Object.fromEntries(
  Object.entries(COUNTS).map(([figure, rows]) => [
    figure,
    statement(`count-${figure}`, PERIOD, (p) => rows({ from: sql`${p.from}`, until: sql`${p.until}` })),
  ]),
) as Record<keyof typeof COUNTS, ReturnType<typeof statement<typeof PERIOD>>>

export const selectRemainders = statement(
  'select-figure-remainders',
  { figure: 'text' },
  (p) => sql`delete from figure_remainders where figure = ${p.figure} returning peer_network_id, category, amount`,
)
export const insertRemainder = statement(
  'insert-figure-remainder',
  { figure: 'text', peerNetworkId: 'bigint', category: 'text', amount: 'bigint' },
  (p) => sql`
    insert into figure_remainders (figure, peer_network_id, category, amount)
    values (${p.figure}, ${p.peerNetworkId}, ${p.category}, ${p.amount})`,
)
export const insertCount = statement(
  'insert-figure-count',
  {
    figure: 'text',
    peerNetworkId: 'bigint',
    startsOn: 'text',
    category: 'text',
    amount: 'bigint',
    shown: 'bigint',
    hours: 'double precision[]',
  },
  (p) => sql`
    insert into figure_counts (figure, peer_network_id, starts_on, category, amount, shown, hours)
    values (${p.figure}, ${p.peerNetworkId}, ${p.startsOn}::date, left(${p.category}, 100), ${p.amount}, ${p.shown}, ${p.hours})
    on conflict (figure, peer_network_id, starts_on, category) do update set
      amount = figure_counts.amount + excluded.amount, shown = figure_counts.shown + excluded.shown`,
)
/** How many joined in a month, for the shares of those who came back. */
export const selectJoined = statement(
  'select-figure-joined',
  {},
  () => sql`
    select peer_network_id, to_char(starts_on, 'YYYY-MM') as month, amount from figure_counts where figure = 'joined'`,
)
export const deleteMissedSearches = statement(
  'delete-missed-searches',
  {},
  () => sql`delete from missed_searches where searched_on < current_date - ${MISSED_SEARCH_DAYS}`,
)

// Who could answer a question that nobody has answered: as on the home page, members who answered in its areas.
/** Older questions are past help. */
const OLDEST_DAYS = 60
const QUESTIONS = 50
/** The newest threads of the same areas that are considered. */
const SIMILAR = 300
const ANSWERERS = 20

const deleteAnswerers = statement('delete-question-answerers', {}, () => sql`delete from question_answerers`)

const insertAnswerers = statement(
  'insert-question-answerers',
  {},
  () => sql`
    insert into question_answerers (thread_id, user_id, num_of_answers)
    select q.thread_id, w.sender_id, w.num_of_answers
    from (
      select f.thread_id, f.author_id, f.area_of_expertise_ids as areas, f.peer_network_ids as networks from thread_feed f
      where f.visible and f.num_of_responses = 0 and f.num_of_private_responses = 0 and f.thread_type <> 'poll'
        and f.pub_date < now() - make_interval(days => ${UNANSWERED_DAYS})
        and f.pub_date > now() - make_interval(days => ${OLDEST_DAYS})
      order by f.pub_date desc limit ${QUESTIONS}) q
    cross join lateral (
      select m.sender_id, count(*)::integer as num_of_answers
      from (select o.thread_id from thread_feed o where o.area_of_expertise_ids && q.areas and o.thread_id <> q.thread_id
          and o.visible order by o.pub_date desc limit ${SIMILAR}) s
      join messages m on m.thread_id = s.thread_id
      join users u on u.id = m.sender_id and ${isCountedMember(sql`u`)} and not u.is_staff
      where m.visible and not m.is_private and not m.is_original_message and m.sender_id <> q.author_id
        and exists (select from peer_network_memberships p where p.user_id = u.id and p.peer_network_id = any(q.networks))
      group by m.sender_id order by 2 desc, 1 limit ${ANSWERERS}) w`,
)

export const fillAnswerers = (): Query[] => [deleteAnswerers(), insertAnswerers()]
