/** Notifications of the large dataset: ten for every three messages, most of them read. */
import { UNTIL, type Plan, type Step } from './large-plan.ts'

export const notificationSteps = (plan: Plan): Step[] => [
  ['What members are notified of', factsOf(plan)],
  ['Notifications', NOTIFICATIONS],
]

/** Told to those who wrote the latest messages before a reply and to the author; tuned to ten for every three messages. */
const WRITERS_BEFORE = 7
const TOLD_OF = 0.62

const factsOf = ({ messages }: Plan) => `
  create temp table facts as
    select r.*, case when r.user_id % 20 = 0 then true else pg_temp.draw(r.user_id * 1000003 + hashtext(r.group_key), 131) < 0.04 end as is_open
    from (
      select distinct on (w.id, r.user_id) r.user_id, 'reply' as type, 'reply:' || w.thread_id as group_key, w.thread_id, w.id as message_id,
        null::bigint as chat_message_id, s.user_id as actor_id, 'message:' || w.id as fact, w.pub_date as at, '{}'::jsonb as payload
      from written w join senders s using (thread_id, place)
      join senders r on r.thread_id = w.thread_id and (r.place = 0 or r.place between w.place - ${WRITERS_BEFORE} and w.place - 1)
      where w.place > 0 and w.id > ${messages} * ${1 - TOLD_OF} and pg_temp.draw(w.n, 51) >= 0.05 and r.user_id <> s.user_id
      union all
      select s.user_id, 'like', 'like:' || w.id, w.thread_id, w.id, null, l.user_id, 'like:' || w.id || ':' || l.user_id,
        least(${UNTIL}, w.pub_date + interval '3 hours'), jsonb_build_object('is_thread', w.place = 0)
      from written w join senders s using (thread_id, place) join likes l on l.entity_type = 'message' and l.entity_id = w.id
      where w.id > ${messages} * ${1 - TOLD_OF} and l.user_id <> s.user_id
      union all
      select followed_user_id, 'new_follower', 'followers', null, null, null, user_id, 'follower:' || user_id, created_at, jsonb_build_object('user_id', user_id)
      from user_follows
      union all
      select i.user_id, 'chat_message', 'chat:' || i.group_id, null, null, m.id, m.sender_id, 'chat:' || m.id, m.pub_date, jsonb_build_object('group_id', i.group_id)
      from inbox_members i join inbox_messages m on m.group_id = i.group_id and m.message_index_in_group = i.last_seen_message_index + 1
      where m.sender_id <> i.user_id and i.date_left is null) r;`

/** Facts of one group that are not read yet are one notification; those that were read are one each. */
const NOTIFICATIONS = `
  create temp table lines as
    select row_number() over (order by max(at), user_id, group_key, line) as id, user_id, type, group_key, thread_id, line, min(at) as first_at, max(at) as last_at,
      bool_or(is_open) as is_open, (array_agg(payload))[1] as payload
    from (select *, case when is_open or type = 'like' then '' else fact end as line from facts) f group by user_id, type, group_key, thread_id, line;
  insert into notifications (id, user_id, notification_type, group_key, thread_id, payload, read_at, seen, hidden, created_at, updated_at, latest_at) overriding system value
    select id, user_id, type, group_key, thread_id, payload, case when not is_open then last_at + interval '2 hours' end,
      not is_open or pg_temp.draw(id, 132) < 0.7, type = 'chat_message', first_at, last_at, last_at
    from lines order by id;
  insert into notification_facts (user_id, fact, notification_id, actor_id, message_id, chat_message_id, at)
    select f.user_id, f.fact, l.id, f.actor_id, f.message_id, f.chat_message_id, f.at
    from facts f join lines l on (l.user_id, l.group_key, l.line) = (f.user_id, f.group_key, case when f.is_open or f.type = 'like' then '' else f.fact end)
    order by l.id;
  drop table facts, lines;`
