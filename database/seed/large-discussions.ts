/** Threads, messages and members' activity of the large dataset. */
import {
  LONG_THREAD_MESSAGES,
  networkDrawn,
  passage,
  PASSAGES,
  SPAN,
  UNTIL,
  type Plan,
  type Step,
} from './large-plan.ts'

const SUBJECT_WORDS =
  'agreement amendment annual answer approval arbitration asset audit authority balance bank board breach broker budget cap case cash cause change claim clause client close committee company condition confirm consent contract control copy cost counsel court covenant credit customer data deadline deal debt decision delay delivery demand director dispute document draft duty employee evidence exchange exit expense expert failure fee figure filing finance firm forecast form function fund guarantee hearing holiday incident income indemnity information insurance interest invoice issue judge law lawyer lender letter liability licence limit list loan loss manager market matter meeting member minute month name negotiation note notice number offer office opinion option order owner paper partner party payment penalty people plan policy position price privacy process product promise question rate reason record regulator renewal reply report request reserve result review right risk rule sale schedule scope section seller service share signature site staff standard statement supplier tax team term test threshold time tribunal union update user value vendor version vote week witness year'.split(
    ' ',
  )
/** The most frequent first. */
const COMMON_WORDS =
  'the to and of in is that for it be we on as with this not have by or from at if was will you can any would their all our has which but one do should may who there when so no what more into out other then they them than only up under must such how could first two before after each same us some about again against also ask because both early either every few give had keep last late least less long most much never next once over own see send sent she since soon still take through until use were where while why without yet'.split(
    ' ',
  )

export const discussionSteps = (plan: Plan): Step[] => [
  ['Words', VOCABULARY],
  ['Threads', threadsOf(plan)],
  ['Who answers what', outlineOf(plan)],
  ['Messages', messagesOf(plan)],
  ['Likes', LIKES],
  ['Polls', POLLS],
  ['Sequences and statistics', SEQUENCES],
]

/** The vocabulary grows by this many words with each thread. */
const NEW_WORDS = 3
const FIRST_WORDS = 2_000
const THREAD_WORDS = 8

/**
 * `frequent(u, n)`: a rank from 1 to n whose frequency falls with the rank, as in text (Zipf and Mandelbrot).
 * `coined(rank)`: a word for it. `remark(thread, n)`: a sentence of a thread's own words and others of its time.
 */
const VOCABULARY = `
  create or replace function pg_temp.frequent(u double precision, n double precision, flatness double precision) returns bigint language sql immutable
  as $$ select 1 + floor(flatness * power((n + flatness) / flatness, u) - flatness)::bigint $$;
  create or replace function pg_temp.coined(rank bigint) returns text language sql immutable as $$
    select s[1 + at % 40] || s[1 + at / 40 % 40] || s[1 + at / 1600] || case when rank < 64000 then '' else s[1 + rank / 64000] || 'n' end
    from (select rank * 48271 % 64000 as at, string_to_array('ba bel bo cal cer co da del do fa fel fi ga gol gu ha her jo ka kel ko la lem lo ma mer mo na nor pa pel po ra rem ro sal so ta tor va', ' ') as s) v $$;
  create or replace function pg_temp.remark(thread bigint, n bigint, words integer) returns text language sql immutable as $$
    select string_agg(pg_temp.coined(pg_temp.frequent(
      case when pg_temp.draw(n * 32 + k, 81) < 0.5 then pg_temp.draw(thread * ${THREAD_WORDS} + floor(pg_temp.draw(n * 32 + k, 82) ^ 2 * ${THREAD_WORDS})::integer, 83)
        else pg_temp.draw(n * 32 + k, 84) end, ${FIRST_WORDS} + thread * ${NEW_WORDS}, 100)), ' ' order by k)
    from generate_series(1, words) k $$;`

const arrayOf = (words: readonly string[]) => `string_to_array('${words.join(' ')}', ' ')`
const EVEN_WORDS = [...SUBJECT_WORDS, ...COMMON_WORDS]
/** A word of a passage: all equally frequent, or half of them common ones and a tenth of no list. */
const wordOf = (isEven: boolean) =>
  isEven
    ? `(${arrayOf(EVEN_WORDS)})[1 + floor(pg_temp.draw(n * 1000 + w, 20) * ${EVEN_WORDS.length})::integer]`
    : `case when pg_temp.draw(n * 1000 + w, 20) < 0.5 then (${arrayOf(COMMON_WORDS)})[pg_temp.frequent(pg_temp.draw(n * 1000 + w, 85), ${COMMON_WORDS.length}, 3)]
        when pg_temp.draw(n * 1000 + w, 20) < 0.9 then (${arrayOf(SUBJECT_WORDS)})[pg_temp.frequent(pg_temp.draw(n * 1000 + w, 85), ${SUBJECT_WORDS.length}, 10)]
        else pg_temp.coined(pg_temp.frequent(pg_temp.draw(n * 1000 + w, 85), 20000, 100)) end`

/** Passages of 50 to 1,000 characters. A body combines two of them, so there are sixteen million different bodies. */
const passageTable = (isEven: boolean) => `
  create temp table passages as
    select n as id, upper(left(words, 1)) || rtrim(substr(words, 2, 49 + floor(950 * pg_temp.draw(n, 21) ^ 4)::integer)) || '.' as words
    from generate_series(0, ${PASSAGES - 1}) n
    cross join lateral (select string_agg(${wordOf(isEven)}, ' ' order by w) as words from generate_series(1, 260) w) drawn;
  create unique index on passages (id);
  analyze passages;`

const threadsOf = ({ threads, networks, isEven }: Plan) => `
  ${passageTable(isEven)}
  create temp table outline as
    select n as id, ${networkDrawn('n', 22, networks)} as home,
      ${UNTIL} - ${SPAN} * ((${threads} - n + pg_temp.draw(n, 23)) / ${threads}) as pub_date,
      case when pg_temp.draw(n, 24) < 0.82 then 'discussion' when pg_temp.draw(n, 24) < 0.90 then 'recommendation_request'
        when pg_temp.draw(n, 24) < 0.96 then 'document_request' else 'poll' end as thread_type,
      pg_temp.draw(n, 25) as review
    from generate_series(1, ${threads}) n;
  alter table outline add primary key (id);
  analyze outline;
  -- A recent discussion of the largest network, in all networks, is the long one.
  create temp table long_thread as
    select max(id) as id from outline where home = 1 and thread_type = 'discussion' and review >= 0.012 and id <= greatest(1, ${threads} * 0.97);
  insert into threads (id, author_id, thread_type, topic, cleaned_body, cleaned_html, pub_date, mod_date, processed, approved, processed_date)
    overriding system value
    select o.id, m.user_id, o.thread_type, left(${isEven ? '' : `pg_temp.remark(o.id, o.id * 2000, 2) || ' ' || `}rtrim(c.words, '.'), 30 + floor(pg_temp.draw(o.id, 26) * 60)::integer) || ' (' || o.id || ')',
      a.words || E'\\n' || b.words${isEven ? '' : ` || E'\\n' || r.words`}, '<p>' || a.words || '</p><p>' || b.words || '</p>'${isEven ? '' : ` || '<p>' || r.words || '</p>'`}, o.pub_date, o.pub_date,
      o.review >= 0.002, o.review >= 0.012, case when o.review >= 0.002 then o.pub_date end
    from outline o
    join sizes s on s.network_id = o.home
    join places m on m.network_id = o.home and m.place = floor(pg_temp.draw(o.id, 27) ^ 2 * s.members)::bigint
    join passages a on a.id = ${passage('o.id', 28)}
    join passages b on b.id = ${passage('o.id', 29)}
    join passages c on c.id = ${passage('o.id', 30)}
    ${isEven ? '' : `cross join lateral (select pg_temp.remark(o.id, o.id * 2000 + 1, 12) as words) r`}
    order by o.id;
  insert into thread_peer_networks (thread_id, peer_network_id)
    select id, home from outline
    union select id, ${networkDrawn('id * 2', 31, networks)} from outline where pg_temp.draw(id, 32) < 0.38
    union select id, ${networkDrawn('id * 2 + 1', 31, networks)} from outline where pg_temp.draw(id, 32) < 0.12
    union select l.id, n.id from long_thread l cross join peer_networks n;
  insert into thread_geographies (thread_id, geography_id)
    select id, 1 + floor(pg_temp.draw(id, 33) ^ 2 * 100)::bigint from outline where pg_temp.draw(id, 34) < 0.4;
  insert into thread_areas_of_expertise (thread_id, area_of_expertise_id)
    select id, 1 + floor(pg_temp.draw(id, 35) ^ 2 * 60)::bigint from outline where pg_temp.draw(id, 36) < 0.8
    union select id, 1 + floor(pg_temp.draw(id, 37) ^ 2 * 60)::bigint from outline where pg_temp.draw(id, 36) < 0.3;`

/** Distributes the exact number of replies by weights with a long tail; many threads have none or one. */
const outlineOf = ({ threads, messages }: Plan) => `
  create temp table shares as
    with weights as (
      select o.id, case when l.id is null then power(-ln(1 - pg_temp.draw(o.id, 41)), 1.667) else 0 end as weight
      from outline o left join long_thread l on l.id = o.id),
    edges as (select id, sum(weight) over (order by id) / sum(weight) over () as upto from weights),
    counts as (
      select id, round(upto * ${messages - threads - LONG_THREAD_MESSAGES + 1})::bigint as upto from edges)
    select id, upto - lag(upto, 1, 0::bigint) over (order by id)
      + case when id = (select l.id from long_thread l) then ${LONG_THREAD_MESSAGES - 1} else 0 end as replies
    from counts;
  create temp table written as
    select row_number() over (order by pub_date, thread_id, place) as id, drawn.*
    from (
      select o.id as thread_id, p as place, s.replies, o.home, o.id * 2000 + p as n,
        o.pub_date + (${UNTIL} - o.pub_date)
          * least(1, (3 + 25 * pg_temp.draw(o.id, 42)) * 86400 / extract(epoch from ${UNTIL} - o.pub_date)::double precision)
          * case when p = 0 then 0 else ((p - 1 + pg_temp.draw(o.id * 2000 + p, 43)) / s.replies) ^ 2 end as pub_date,
        -- The message answered: often the opening, else an earlier one.
        case when p = 0 then null when p = 1 or pg_temp.draw(o.id * 2000 + p, 44) < 0.6 then 0
          else floor(pg_temp.draw(o.id * 2000 + p, 45) * p)::bigint end as answered
      from outline o join shares s on s.id = o.id cross join lateral generate_series(0, s.replies) p) drawn;
  alter table written add primary key (thread_id, place);
  analyze written;
  create temp table senders as
    select w.thread_id, w.place, w.id, m.place as member_place, m.user_id
    from written w join sizes s on s.network_id = w.home
    join places m on m.network_id = w.home
      and m.place = floor(pg_temp.draw(case when w.place = 0 then w.thread_id else w.n end, 27) ^ 2 * s.members)::bigint;
  alter table senders add primary key (thread_id, place);
  analyze senders;`

const LIKES_DRAWN = `floor(power(-ln(1 - pg_temp.draw(w.n, 53)), 2) * 0.7)::integer`

const messagesOf = ({ isEven }: Plan) => `
  create temp table liked as
    select w.id, w.n, w.home, s.member_place, least(greatest(z.members - 1, 0), ${LIKES_DRAWN}) as likes
    from written w join senders s using (thread_id, place) join sizes z on z.network_id = w.home
    where not (w.place > 0 and pg_temp.draw(w.n, 51) < 0.05 and w.thread_id <> (select id from long_thread));
  delete from liked where likes = 0;
  alter table liked add primary key (id);
  analyze liked;
  insert into messages (id, thread_id, sender_id, message_replied_id, is_original_message, is_private, private_reader_ids,
      subject, body, parsed_body, cleaned_body, source, pub_date, moderation_processed, moderation_approved, processed_date, num_of_likes)
    overriding system value
    select w.id, w.thread_id, s.user_id, a.id, w.place = 0, private.given,
      case when private.given then
        array(select distinct reader from unnest(array[s.user_id, a.user_id, t.author_id]) reader order by reader) else '{}' end,
      case when w.place = 0 then t.topic else '' end, text.html, text.html, text.plain,
      case when pg_temp.draw(w.n, 54) < 0.1 then 'other' else 'web' end, w.pub_date,
      case when w.place = 0 then t.processed when private.given or long.given then null else pg_temp.draw(w.n, 55) >= 0.002 end,
      case when w.place = 0 then t.approved when private.given or long.given then null else pg_temp.draw(w.n, 55) >= 0.007 end,
      case when w.place = 0 then t.processed_date when private.given or long.given or pg_temp.draw(w.n, 55) < 0.002 then null else w.pub_date end,
      coalesce(l.likes, 0)
    from written w
    join threads t on t.id = w.thread_id
    join senders s on s.thread_id = w.thread_id and s.place = w.place
    left join senders a on a.thread_id = w.thread_id and a.place = w.answered
    left join liked l on l.id = w.id
    join passages p on p.id = ${passage('w.n', 28)}
    join passages q on q.id = ${passage('w.n', 29)}
    cross join lateral (select w.thread_id = (select id from long_thread) as given) long
    cross join lateral (select w.place > 0 and pg_temp.draw(w.n, 51) < 0.05 and not long.given as given) private
    cross join lateral (
      select case when w.place = 0 then t.cleaned_html else '<p>' || p.words || '</p><p>' || q.words || '</p>'${isEven ? '' : ` || '<p>' || r.words || '</p>'`} end as html,
        case when w.place = 0 then t.cleaned_body else p.words || E'\\n' || q.words${isEven ? '' : ` || E'\\n' || r.words`} end as plain
      ${isEven ? '' : `from (select pg_temp.remark(w.thread_id, w.n, 10) as words offset 0) r`}) text
    order by w.id;`

/** The sender's neighbors in the network's member list agree: no duplicates, and never the sender. */
const LIKES = `
  insert into likes (user_id, entity_type, entity_id, sentiment, created_at)
    select m.user_id, 'message', l.id, true, ${UNTIL}
    from liked l
    join sizes s on s.network_id = l.home
    cross join lateral generate_series(0, l.likes - 1) k
    join places m on m.network_id = l.home
      and m.place = (l.member_place + 1 + (floor(pg_temp.draw(l.n, 56) * (s.members - 1))::bigint + k) % (s.members - 1)) % s.members;`

/** Four options each; up to two hundred members of the home network have voted. */
const POLLS = `
  insert into polls (thread_id, author_id, title, end_date, active, created_at)
    select t.id, t.author_id, t.topic, t.pub_date + interval '30 days', t.pub_date > ${UNTIL} - interval '30 days', t.pub_date
    from threads t where t.thread_type = 'poll' order by t.id;
  insert into poll_options (poll_id, title, position)
    select p.id, 'Option ' || k, k from polls p cross join generate_series(1, 4) k order by p.id, k;
  insert into poll_votes (poll_id, user_id, option_id, voted_at)
    select p.id, m.user_id, o.id, p.created_at + interval '1 day'
    from polls p join outline l on l.id = p.thread_id
    join places m on m.network_id = l.home and m.place < 200 * pg_temp.draw(p.id, 71)
    join poll_options o on o.poll_id = p.id and o.position = 1 + floor(4 * pg_temp.draw(p.id * 1000 + m.place, 72) ^ 2)::integer;
  select count_poll_votes(id) from polls;`

const SEQUENCES = `
  select setval(pg_get_serial_sequence('threads', 'id'), (select max(id) from threads));
  select setval(pg_get_serial_sequence('messages', 'id'), (select max(id) from messages));
  analyze;`
