/** A year of generated activity, for the figures of staff. */
import type { TestServer } from './test-server.ts'

const MEMBERS = 120

/** Members, questions, answers, likes, invitations, cancellations and mentions, spread over the last thirty weeks. */
export async function fillFigures(testServer: TestServer, networks: readonly number[]): Promise<void> {
  const { sql } = testServer
  await sql(
    `insert into users (first_name, last_name, email, current_state, registered, on_boarding_complete, date_joined)
     select 'Gen', 'Erated ' || i, 'generated-' || i || '@figures.test', 'full access', true, true,
       now() - make_interval(days => 30 + (i * 53) % 200)
     from generate_series(1, ${MEMBERS}) i`,
  )
  await sql(
    `insert into peer_network_memberships (user_id, peer_network_id, is_primary)
     select u.id, ($1::bigint[])[1 + (u.id % cardinality($1::bigint[]))], true from users u where u.email like '%@figures.test'`,
    [networks],
  )
  await sql(
    `with author as (select u.id, row_number() over (order by u.id) as n from users u where u.email like '%@figures.test'),
       made as (
         insert into threads (author_id, topic, cleaned_body, cleaned_html, processed, approved, pub_date, processed_date)
         select a.id, 'Generated ' || a.n || ' ' || i, 'Body', '<p>Body</p>', true, true, s.at, s.at
         from author a cross join generate_series(1, 3) i
         cross join lateral (select now() - make_interval(hours => 24 * 5 + ((a.n * 37 + i * 1009) % 4800)::integer) as at) s
         returning id, author_id, pub_date),
       placed as (
         insert into thread_peer_networks select m.id, p.peer_network_id from made m
         join peer_network_memberships p on p.user_id = m.author_id),
       tagged as (insert into thread_areas_of_expertise select m.id, 1 + m.id % 3 from made m)
     insert into messages (thread_id, sender_id, is_original_message, body, parsed_body, cleaned_body, pub_date,
       moderation_processed, moderation_approved, processed_date)
     select m.id, m.author_id, true, 'Body', 'Body', 'Body', m.pub_date, true, true, m.pub_date from made m`,
  )
  await sql(
    `with author as (select u.id, row_number() over (order by u.id) as n, count(*) over () as all from users u where u.email like '%@figures.test')
     insert into messages (thread_id, sender_id, body, parsed_body, cleaned_body, pub_date, moderation_processed,
       moderation_approved, processed_date)
     select t.id, a.id, 'Answer', 'Answer', 'Answer', t.pub_date + make_interval(hours => (1 + (t.id * 13 + k * 17) % 60)::integer),
       true, true, t.pub_date + make_interval(hours => (1 + (t.id * 13 + k * 17) % 60)::integer)
     from threads t cross join generate_series(1, 2) k join author a on a.n = 1 + (t.id * 7 + k) % a.all
     where t.topic like 'Generated%' and t.id % 5 <> 0 and a.id <> t.author_id`,
  )
  await sql(`select refresh_threads(array(select id from threads where topic like 'Generated%'))`)
  await sql(
    `insert into likes (user_id, entity_type, entity_id, sentiment, created_at)
     select u.id, 'thread', t.id, true, t.pub_date + interval '1 day' from users u join threads t on (t.id + u.id) % 31 = 0
     where u.email like '%@figures.test' and t.topic like 'Generated%'`,
  )
  await sql(
    `insert into invitations (email, first_name, last_name, peer_network_id, state, sent_at, used_at, user_id)
     select 'invited-' || u.id || '@figures.test', 'In', 'Vited', p.peer_network_id,
       case when u.id % 3 = 0 then 'sent' else 'accepted' end, u.date_joined - interval '3 days',
       case when u.id % 3 <> 0 then u.date_joined end, case when u.id % 3 <> 0 then u.id end
     from users u join peer_network_memberships p on p.user_id = u.id where u.email like '%@figures.test'`,
  )
  await sql(
    `with team as (
       insert into teams (name, peer_network_id) select 'Figures ' || i, ($1::bigint[])[1 + i % cardinality($1::bigint[])]
       from generate_series(1, 80) i returning id)
     insert into subscriptions (team_id, provider, ref, state, status, subscription_total, term_start, term_end,
       cancelled_at, cancel_reason, read_number)
     select t.id, 'test', 'figures-' || t.id, 'active', 'active', 1000, now() - interval '300 days', now() + interval '60 days',
       case when t.id % 4 <> 0 then now() - make_interval(days => (10 + (t.id * 29) % 190)::integer) end,
       case when t.id % 4 <> 0 then (array['too_expensive', 'changed_job: left the law', 'other'])[1 + t.id % 3] end, 1
     from team t`,
    [networks],
  )
}

/** Runs the nightly count. */
export async function countFigures(testServer: TestServer): Promise<void> {
  await testServer.sql(`select graphile_worker.add_job('figures:count', '{}'::json)`)
  await testServer.runJobs()
}

/** One row of each kind. */
export async function fillFigureFields(testServer: TestServer, network: number): Promise<void> {
  const { sql } = testServer
  await sql(
    `insert into figure_counts (figure, peer_network_id, starts_on, amount, shown, hours) values
       ('questions', $1, date_trunc('week', now())::date, 2, 2, '{1.5,infinity}')`,
    [network],
  )
  await sql(
    `insert into figure_counts (figure, peer_network_id, starts_on, category, amount, shown)
     select 'expert', $1, date_trunc('week', now())::date, min(id)::text, 5, 5 from experts`,
    [network],
  )
  await sql(
    `insert into missed_searches (query, member, peer_network_id)
     select 'works council', lpad(i::text, 64, '0'), $1 from generate_series(1, 5) i`,
    [network],
  )
  await sql(
    `insert into question_answerers (thread_id, user_id, num_of_answers)
     select f.thread_id, u.id, 3 from thread_feed f cross join (select id from users where current_state = 'full access' and not is_staff order by id limit 1) u
     where f.visible and f.num_of_responses = 0 and f.num_of_private_responses = 0 and f.thread_type <> 'poll' order by f.pub_date desc limit 5`,
  )
  await sql(
    `insert into question_asks (thread_id, user_id, asked_by)
     select thread_id, user_id, (select min(id) from users where is_staff) from question_answerers`,
  )
  await sql(
    `update thread_feed set pub_date = now() - interval '3 days' where thread_id in (select thread_id from question_answerers)`,
  )
}
