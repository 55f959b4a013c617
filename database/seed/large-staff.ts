/** What staff of the large dataset read: decisions, reports, their own actions, security events, teams and invitations. */
import { STAFF, UNTIL, type Plan, type Step } from './large-plan.ts'

const YEARS = (n: string, choice: number) => `${UNTIL} - interval '2 years' * pg_temp.draw(${n}, ${choice})`

export const staffSteps = ({ members }: Plan): Step[] => {
  const someStaff = (n: string) => `${members} + 1 + ${n} % ${STAFF}`
  return [
    [
      'Staff work',
      `insert into moderation_decisions (act_id, item_type, item_id, thread_id, decision, actor_id, at)
         select id, 'message', id, thread_id, case when pg_temp.draw(id, 151) < 0.8 then 'approved' else 'rejected' end, ${someStaff('id')}, pub_date
         from messages where pg_temp.draw(id, 152) < 0.01 order by id;
       insert into reports (type, content_id, thread_id, reason, additional_details, reporter_id, state, created_at, resolved_at, resolved_by)
         select 'message', m.id, m.thread_id, 'Other', 'Please look at this.', 1 + m.id % ${members}, case when is_open then 'open' else 'kept' end,
           m.pub_date, case when not is_open then m.pub_date end, case when not is_open then ${someStaff('m.id')} end
         from messages m cross join lateral (select pg_temp.draw(m.id, 153) < 0.1 as is_open) x where pg_temp.draw(m.id, 154) < 0.003 order by m.id;
       insert into staff_acts (actor_id, act, item_id, item_name, at)
         select ${someStaff('n')}, 'seats.changed', n, 'Team ' || n, ${YEARS('n', 155)} from generate_series(1, ${members} / 2) n order by n;
       insert into security_events (kind, user_id, at)
         select (array['sign_in.failed','session.revoked','permission.refused','data.exported'])[1 + n % 4], 1 + n % ${members}, ${YEARS('n', 156)}
         from generate_series(1, ${members} * 5) n order by n;
       insert into limit_hits (user_id, kind, day, first_at, last_at)
         select n, 'replies', at::date, at, at from generate_series(1, ${members} / 4) n cross join lateral (select ${YEARS('n', 157)} as at) x;
       insert into teams (name, peer_network_id, seats) select 'Team ' || n, 1 + n % 3, 5 from generate_series(1, ${members} / 20) n order by n;
       insert into team_memberships (team_id, user_id, is_billing_admin)
         select 1 + (u.id - 1) / 4, u.id, u.id % 4 = 1 from users u where u.id <= ${members} / 20 * 4 order by u.id;
       insert into invitations (inviter_id, email, first_name, last_name, peer_network_id, state, created_at)
         select 1 + n % ${members}, 'guest-' || n || '@large.test', 'Guest', 'Number ' || n, 1 + n % 3,
           (array['nominated','sent','accepted','declined'])[1 + n % 4], ${YEARS('n', 158)}
         from generate_series(1, ${members} / 2) n order by n;
       insert into suspensions (user_id, reason, suspended_by, suspended_at)
         select id, 'Sold a product to members.', ${someStaff('id')}, ${YEARS('id', 159)} from users where suspended order by id;
       insert into user_badges (user_id, badge_id, public, has_been_displayed_publicly, date_earned)
         select u.id, b.id, true, true, ${YEARS('u.id', 160)} from users u join badges b on (u.id + b.id) % 7 = 0 where u.id <= ${members};`,
    ],
  ]
}
