import { checkedRelations, mayIn, sql, viewer } from '#server/platform/graph/sql.ts'
import { SMALLEST_GROUP } from '#shared/figures.ts'

const inNetwork = (permission: 'figures' | 'finance') => mayIn(permission, sql`array[c.peer_network_id]`)

const readsTopics = sql`(${mayIn('moderation', sql`f.peer_network_ids`)} or ${mayIn('members', sql`f.peer_network_ids`)})`

export const figures = checkedRelations({
  /** What may be shown, in the networks whose figures the viewer may read; of money only with that permission. */
  figure_counts: sql`
    select c.figure, c.peer_network_id, c.starts_on, c.category, c.shown, c.hours, case c.figure
        when 'expert' then (select e.name from experts e where e.id = c.category::bigint)
        when 'download' then (select d.title from peer_documents d where d.id = c.category::bigint) end as name
    from figure_counts c
    where ${inNetwork('figures')} and (c.figure not in ('paid', 'subscriptions') or ${inNetwork('finance')})`,
  figure_networks: sql`select n.* from peer_networks n where ${mayIn('figures', sql`array[n.id]`)}`,
  /** Questions without an answer for two days. Topics are not for roles that only read figures or invoices. */
  unanswered_questions: sql`
    select f.thread_id, f.topic, f.pub_date, f.peer_network_ids,
      (select count(*)::integer from question_answerers a where a.thread_id = f.thread_id) as num_of_answerers
    from thread_feed f join threads t on t.id = f.thread_id
    where f.visible and f.num_of_responses = 0 and f.num_of_private_responses = 0 and f.thread_type <> 'poll'
      and t.closed_at is null and f.pub_date < now() - interval '2 days' and f.pub_date > now() - interval '60 days'
      and ${readsTopics}`,
  question_answerers: sql`
    select a.thread_id, a.user_id, a.num_of_answers from question_answerers a join thread_feed f on f.thread_id = a.thread_id
    where ${readsTopics}`,
  question_asks: sql`
    select a.thread_id, a.user_id, a.asked_by, a.asked_at from question_asks a join thread_feed f on f.thread_id = a.thread_id
    where ${readsTopics}`,
  weekly_figures: sql`
    select ${viewer.id} as id, not exists (select from weekly_figure_refusals r where r.user_id = ${viewer.id}) as wanted
    where 'figures' = any(${viewer.permissions})`,
  /** Only words of at least five members, in one network or, for who reads all, in all. */
  missed_searches: sql`
    select c.query, c.peer_network_id, count(*) / ${SMALLEST_GROUP} * ${SMALLEST_GROUP} as num_of_members
    from missed_searches c where ${inNetwork('figures')}
    group by c.query, c.peer_network_id having count(*) >= ${SMALLEST_GROUP}`,
})
