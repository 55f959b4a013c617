import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

export const updatePresence = statement(
  'update-presence',
  { userId: 'bigint', showsPresence: 'boolean' },
  (p) => sql`update users set shows_presence = ${p.showsPresence} where id = ${p.userId}`,
)
/** Shows members online in the last step, except in networks with a presence pause or too few online members. */
export const showPresence = statement(
  'show-presence',
  { minutes: 'integer', minimum: 'bigint' },
  (p) => sql`
    with here as (
      select u.id from users u
      where u.last_online_at > now() - make_interval(mins => ${p.minutes}) and u.shows_presence and not u.suspended),
    placed as (
      select h.id as user_id, m.peer_network_id from here h join peer_network_memberships m on m.user_id = h.id),
    kept_back as (
      select p.peer_network_id from placed p group by 1 having count(*) < ${p.minimum}
      union select r.peer_network_id from presence_rests r where r.rests_until > now()),
    shown as (
      select h.id from here h where h.id not in (select p.user_id from placed p join kept_back k using (peer_network_id)))
    update users u set shown_online_until = s.until
    from (
      select o.id, case when n.id is not null
        then date_bin(make_interval(mins => ${p.minutes}), now(), 'epoch') + make_interval(mins => ${p.minutes}) + interval '1 minute' end as until
      from users o left join shown n on n.id = o.id where n.id is not null or o.shown_online_until is not null) s
    where u.id = s.id and u.shown_online_until is distinct from s.until`,
)
