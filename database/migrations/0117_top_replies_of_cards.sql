-- A new reply changes the top replies of a card and never its tags, so it writes only these. PostgreSQL also planned the
-- statement that makes a card anew at each call, because the plan for one thread looked cheaper than the general one:
-- both together took a third of a reply.
create function top_replies_of(message_ids bigint[]) returns json
language plpgsql stable set timezone = 'UTC' set plan_cache_mode = force_generic_plan as $$
begin
  return (select coalesce(json_agg(x), '[]') from (
    select m.id, left(m.cleaned_body, 240) as excerpt, m.pub_date, m.num_of_likes,
      (select row_to_json(s) from (
        select u.id, u.name, (select row_to_json(c) from (
          select u.company_id as id, u.company_name as name where u.company_id is not null) c) as company
        from users u where u.id = m.sender_id) s) as sender
    from messages m where m.id = any(message_ids) order by array_position(message_ids, m.id) limit 3) x);
end $$;

create or replace function thread_cards_of(thread_ids bigint[]) returns setof thread_cards
language sql stable as $$
  select f.thread_id,
    (select coalesce(json_agg(x), '[]') from (
      select g.id, g.name from geographies g where g.id = any(f.geography_ids) order by g.name, g.id limit 50) x),
    (select coalesce(json_agg(x), '[]') from (
      select a.id, a.name from areas_of_expertise a where a.id = any(f.area_of_expertise_ids) order by a.name, a.id limit 50) x),
    (select coalesce(json_agg(x), '[]') from (
      select n.id, n.slug, n.display_name from peer_networks n where n.id = any(f.peer_network_ids) order by n.id limit 50) x),
    top_replies_of(f.top_reply_ids)
  from thread_feed f where f.thread_id = any(thread_ids)
$$;
alter function refresh_thread_cards set plan_cache_mode = force_generic_plan;

-- The row of the feed that calls this is locked already, because it was just updated.
create function refresh_own_top_replies() returns trigger
language plpgsql as $$
begin
  update thread_cards set top_replies = top_replies_of(new.top_reply_ids) where thread_id = new.thread_id;
  if not found then perform refresh_thread_cards(array[new.thread_id]); end if;
  return null;
end $$;
drop trigger thread_feed_card_changed on thread_feed;
create trigger thread_feed_card_changed after update of geography_ids, area_of_expertise_ids, peer_network_ids on thread_feed
  for each row when ((old.geography_ids, old.area_of_expertise_ids, old.peer_network_ids)
    is distinct from (new.geography_ids, new.area_of_expertise_ids, new.peer_network_ids))
  execute function refresh_own_thread_card();
create trigger thread_feed_top_replies_changed after update of top_reply_ids on thread_feed
  for each row when (old.top_reply_ids is distinct from new.top_reply_ids)
  execute function refresh_own_top_replies();

-- Looks only under the lock: another transaction may be making this message a top reply with its old text.
create or replace function refresh_cards_of_message() returns trigger
language plpgsql as $$
begin
  perform 1 from thread_feed f where f.thread_id = new.thread_id for update;
  update thread_cards c set top_replies = top_replies_of(f.top_reply_ids)
  from thread_feed f where f.thread_id = new.thread_id and c.thread_id = f.thread_id and new.id = any(f.top_reply_ids);
  return null;
end $$;
