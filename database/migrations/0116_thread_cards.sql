-- What all readers of a feed entry see alike, as the JSON that the feed answers: collecting the top replies and tags of
-- 25 threads took three quarters of a feed page. What depends on the reader stays in the statement.
create table thread_cards (
  thread_id bigint primary key references thread_feed on delete cascade,
  geographies json not null,
  areas_of_expertise json not null,
  peer_networks json not null,
  top_replies json not null
) with (toast_tuple_target = 8160);
-- In the row: a separate page for each card would cost what the table saves.
alter table thread_cards alter geographies set storage main, alter areas_of_expertise set storage main,
  alter peer_networks set storage main, alter top_replies set storage main;

create function thread_cards_of(thread_ids bigint[]) returns setof thread_cards
language sql stable set timezone = 'UTC' as $$
  select f.thread_id,
    (select coalesce(json_agg(x), '[]') from (
      select g.id, g.name from geographies g where g.id = any(f.geography_ids) order by g.name, g.id limit 50) x),
    (select coalesce(json_agg(x), '[]') from (
      select a.id, a.name from areas_of_expertise a where a.id = any(f.area_of_expertise_ids) order by a.name, a.id limit 50) x),
    (select coalesce(json_agg(x), '[]') from (
      select n.id, n.slug, n.display_name from peer_networks n where n.id = any(f.peer_network_ids) order by n.id limit 50) x),
    (select coalesce(json_agg(x), '[]') from (
      select m.id, left(m.cleaned_body, 240) as excerpt, m.pub_date, m.num_of_likes,
        (select row_to_json(s) from (
          select u.id, u.name, (select row_to_json(c) from (
            select u.company_id as id, u.company_name as name where u.company_id is not null) c) as company
          from users u where u.id = m.sender_id) s) as sender
      from messages m where m.id = any(f.top_reply_ids) order by array_position(f.top_reply_ids, m.id) limit 3) x)
  from thread_feed f where f.thread_id = any(thread_ids)
$$;

-- The lock makes concurrent changes of one card wait for each other, each then reading what the other committed. Every
-- writer of thread_feed locks its rows first, so there is no deadlock.
create function refresh_thread_cards(thread_ids bigint[]) returns void
language plpgsql as $$
begin
  perform 1 from thread_feed f where f.thread_id = any(thread_ids) order by f.thread_id for update;
  insert into thread_cards select * from thread_cards_of(thread_ids)
  on conflict (thread_id) do update set geographies = excluded.geographies, areas_of_expertise = excluded.areas_of_expertise,
    peer_networks = excluded.peer_networks, top_replies = excluded.top_replies;
end $$;

create function refresh_own_thread_card() returns trigger
language plpgsql as $$
begin
  perform refresh_thread_cards(array[new.thread_id]);
  return null;
end $$;
create trigger thread_feed_card_made after insert on thread_feed
  for each row execute function refresh_own_thread_card();
create trigger thread_feed_card_changed after update of geography_ids, area_of_expertise_ids, peer_network_ids, top_reply_ids on thread_feed
  for each row when ((old.geography_ids, old.area_of_expertise_ids, old.peer_network_ids, old.top_reply_ids)
    is distinct from (new.geography_ids, new.area_of_expertise_ids, new.peer_network_ids, new.top_reply_ids))
  execute function refresh_own_thread_card();

-- Looks only under the lock: another transaction may be making this message a top reply with its old text.
create function refresh_cards_of_message() returns trigger
language plpgsql as $$
begin
  perform 1 from thread_feed f where f.thread_id = new.thread_id for update;
  perform refresh_thread_cards(array(
    select f.thread_id from thread_feed f where f.thread_id = new.thread_id and new.id = any(f.top_reply_ids)));
  return null;
end $$;
create trigger messages_card after update of cleaned_body, num_of_likes, pub_date, sender_id on messages
  for each row when (not new.is_private and not new.is_original_message
    and (left(old.cleaned_body, 240), old.num_of_likes, old.pub_date, old.sender_id)
      is distinct from (left(new.cleaned_body, 240), new.num_of_likes, new.pub_date, new.sender_id))
  execute function refresh_cards_of_message();

create function refresh_cards_of_member() returns trigger
language plpgsql as $$
begin
  perform refresh_thread_cards(array(
    select distinct m.thread_id from messages m join thread_feed f on f.thread_id = m.thread_id
    where m.sender_id = new.id and m.id = any(f.top_reply_ids)));
  return null;
end $$;
create trigger users_cards after update of name, company_id, company_name on users
  for each row when ((old.name, old.company_id, old.company_name) is distinct from (new.name, new.company_id, new.company_name))
  execute function refresh_cards_of_member();

create function refresh_cards_of_tag() returns trigger
language plpgsql as $$
begin
  perform refresh_thread_cards(array(
    select f.thread_id from thread_feed f where case tg_table_name
      when 'geographies' then f.geography_ids when 'areas_of_expertise' then f.area_of_expertise_ids
      else f.peer_network_ids end && array[new.id]::bigint[]));
  return null;
end $$;
create trigger geographies_cards after update of name on geographies
  for each row when (old.name is distinct from new.name) execute function refresh_cards_of_tag();
create trigger areas_of_expertise_cards after update of name on areas_of_expertise
  for each row when (old.name is distinct from new.name) execute function refresh_cards_of_tag();
create trigger peer_networks_cards after update of slug, display_name on peer_networks
  for each row when ((old.slug, old.display_name) is distinct from (new.slug, new.display_name))
  execute function refresh_cards_of_tag();

insert into thread_cards select * from thread_cards_of(array(select thread_id from thread_feed));

create or replace function drifted_threads(thread_ids bigint[]) returns setof bigint
language sql stable as $$
  select coalesce(c.thread_id, f.thread_id)
  from counted_thread_feed(thread_ids) c full join (select * from thread_feed where thread_id = any(thread_ids)) f using (thread_id)
  where c.* is distinct from f.*
  union
  select coalesce(c.thread_id, f.thread_id)
  from (select t.* from counted_thread_feed(thread_ids) c cross join lateral feed_facts_of(c) t) c
    full join (select * from feed_facts where thread_id = any(thread_ids)) f using (thread_id)
  where c.* is distinct from f.*
  union
  select coalesce(c.thread_id, s.thread_id)
  from thread_cards_of(thread_ids) c full join (select * from thread_cards where thread_id = any(thread_ids)) s using (thread_id)
  where c::text is distinct from s::text
$$;
