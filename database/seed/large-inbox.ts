/** Conversations of the large dataset: five messages for every three of its discussions, one conversation very long. */
import { networkDrawn, passage, UNTIL, type Plan, type Step } from './large-plan.ts'
import { MEMBERS_LIMITS } from '#shared/inbox.ts'

const MESSAGES_PER_CONVERSATION = 20
/** Of the longest conversation, one part in this many of all messages. */
const LONGEST = 100

const limitOf = (type: string) =>
  `case ${type} ${Object.entries(MEMBERS_LIMITS)
    .map(([name, limit]) => `when '${name}' then ${limit}`)
    .join(' ')} end`

export const inboxSteps = (plan: Plan): Step[] => {
  const messages = Math.round((plan.messages * 5) / 3)
  return [
    ['Conversations', conversationsOf(plan, messages)],
    ['Their members', MEMBERS],
    ['Their messages', MESSAGES],
  ]
}

/** Two members of one network have at most one conversation, so some that are drawn are left out. */
const conversationsOf = ({ networks }: Plan, messages: number) => `
  create temp table chats as
    select n, ${networkDrawn('n', 101, networks)} as home, type, pg_temp.draw(n, 102) as began,
      case type when 'one_to_one' then 2 when 'small_group_chat' then 3 + floor(pg_temp.draw(n, 103) * 8)::integer
        when 'large_group_chat' then 12 + floor(pg_temp.draw(n, 103) ^ 2 * 80)::integer else 6 + floor(pg_temp.draw(n, 103) * 10)::integer end as seats,
      case when n = 1 then ${Math.ceil(messages / LONGEST)}
        else 1 + floor(power(-ln(1 - pg_temp.draw(n, 104)), 2) * ${(MESSAGES_PER_CONVERSATION - 0.5) / 2})::integer end as messages
    from generate_series(1, ${Math.ceil((messages * (1 - 1 / LONGEST)) / MESSAGES_PER_CONVERSATION)}) n
    cross join lateral (select case when n = 1 then 'large_group_chat' when pg_temp.draw(n, 105) < 0.8 then 'one_to_one'
      when pg_temp.draw(n, 105) < 0.95 then 'small_group_chat' when pg_temp.draw(n, 105) < 0.99 then 'large_group_chat' else 'internal_circles' end as type) t;
  analyze chats;
  create temp table talks as
    select row_number() over (order by began, n) as id, s.*
    from (
      select d.*, row_number() over (partition by case when type = 'one_to_one' then pair else array[-n] end order by n) as time
      from (
        select c.n, c.type, ${UNTIL} - interval '2 years' * (1 - c.began) as began, c.messages,
          array_agg(m.user_id order by k) as users, array_agg(m.user_id order by m.user_id) as pair
        from chats c join sizes z on z.network_id = c.home cross join lateral generate_series(1, c.seats) k
        -- Each seat is drawn from its own part of the members, so nobody sits twice; the first members sit most often.
        join places m on m.network_id = c.home and m.place = (k - 1) * (z.members / c.seats)
          + floor(power(pg_temp.draw(c.n * 256 + k, 106), 1.25) * (z.members / c.seats))::bigint
        where z.members >= c.seats group by 1, 2, 3, 4) d) s
    where time = 1;
  alter table talks add primary key (id);
  analyze talks;
  insert into inbox_groups (id, group_type, name, archived, latest_index, members_limit, pair, created_by, created_at) overriding system value
    select id, type, case when type = 'one_to_one' then '' else 'Group ' || n end, pg_temp.draw(n, 107) < 0.03, messages,
      ${limitOf('type')}, case when type = 'one_to_one' then pair end, users[1], began
    from talks order by id;`

/** Four of five members have read everything. */
const MEMBERS = `
  insert into inbox_members (group_id, user_id, is_admin, date_joined, date_left, muted, favorite, last_seen_message_index, archived_at)
    select t.id, u.id, u.place = 1 and t.type <> 'one_to_one', t.began,
      case when t.type <> 'one_to_one' and pg_temp.draw(seat, 111) < 0.02 then ${UNTIL} end, pg_temp.draw(seat, 112) < 0.05, pg_temp.draw(seat, 113) < 0.05,
      case when pg_temp.draw(seat, 114) < 0.8 then t.messages else floor(pg_temp.draw(seat, 115) * t.messages)::integer end,
      case when pg_temp.draw(seat, 116) < 0.03 then ${UNTIL} end
    from talks t cross join unnest(t.users) with ordinality u(id, place) cross join lateral (select t.id * 256 + u.place as seat) x;
  insert into inbox_invitations (group_id, invitee_id, inviter_id, invitation_expiring_date, created_at)
    select t.id, u.id, t.users[1], ${UNTIL} + interval '10 years', ${UNTIL} - interval '1 day'
    from talks t join lateral (select id from users where id = 1 + floor(pg_temp.draw(t.id, 117) * (select count(*) from users))::bigint) u on u.id <> all(t.users)
    where t.type <> 'one_to_one' and pg_temp.draw(t.id, 118) < 0.3;`

/** In the order of their times across all conversations, as in real use. */
const MESSAGES = `
  insert into inbox_messages (id, group_id, sender_id, msg_body, cleaned_body, message_index_in_group, pub_date, message_type, pinned_at) overriding system value
    select w.id, w.talk, w.users[1 + floor(pg_temp.draw(w.n, 121) * cardinality(w.users))::integer], '<p>' || text.words || '</p>', text.words,
      w.place, w.at, case when w.is_pinned then 'pinned' else 'regular' end, case when w.is_pinned then w.at end
    from (
      select row_number() over (order by at, t.id, place) as id, t.id as talk, t.users, place, x.n, at, pg_temp.draw(x.n, 122) < 0.01 as is_pinned
      from talks t cross join lateral generate_series(1, t.messages) place
      cross join lateral (select t.id * 65536 + place as n) x
      cross join lateral (select t.began + (${UNTIL} - t.began) * ((place - 1 + pg_temp.draw(x.n, 123)) / t.messages) as at) y) w
    join passages p on p.id = ${passage('w.n', 124)}
    cross join lateral (select rtrim(left(p.words, 40 + floor(200 * pg_temp.draw(w.n, 125) ^ 3)::integer)) as words) text
    order by w.id;`
