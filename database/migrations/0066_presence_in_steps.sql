-- Who is shown as online is decided for everybody at once, each five minutes; between that nothing of it moves.
alter table users add column shown_online_until timestamptz;

-- Networks in which something anonymous has just appeared or changed: nobody there is shown as online until then.
create table presence_rests (
  peer_network_id bigint primary key references peer_networks on delete cascade,
  rests_until timestamptz not null
);

-- Of who was here in the last five minutes: nobody in a network that rests, and nobody where too few are here.
create function show_presence(step interval, fewest integer) returns void language sql as $$
  with here as (
    select u.id from users u where u.last_online_at > now() - step and u.shows_presence and not u.suspended),
  placed as (
    select h.id as user_id, m.peer_network_id from here h join peer_network_memberships m on m.user_id = h.id),
  kept_back as (
    select p.peer_network_id from placed p group by 1 having count(*) < fewest
    union select r.peer_network_id from presence_rests r where r.rests_until > now()),
  shown as (
    select h.id from here h where h.id not in (select p.user_id from placed p join kept_back k using (peer_network_id)))
  update users u set shown_online_until = s.until
  from (
    select o.id, case when n.id is not null then date_bin(step, now(), 'epoch') + step + interval '1 minute' end as until
    from users o left join shown n on n.id = o.id where n.id is not null or o.shown_online_until is not null) s
  where u.id = s.id and u.shown_online_until is distinct from s.until
$$;

create function rest_presence(networks bigint[], rest interval) returns void language sql as $$
  insert into presence_rests (peer_network_id, rests_until) select n, now() + rest from unnest(networks) n
  on conflict (peer_network_id) do update set rests_until = greatest(presence_rests.rests_until, excluded.rests_until);
  update users u set shown_online_until = null from peer_network_memberships m
  where m.user_id = u.id and m.peer_network_id = any(networks) and u.shown_online_until is not null
$$;
