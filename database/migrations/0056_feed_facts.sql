-- What filters of the feed look at, in a tenth of the width of thread_feed: what matches is counted exactly, so the time
-- goes with the pages that it lies on. Visible threads only, one row each.
create table feed_facts (
  thread_id bigint primary key references thread_feed on delete cascade,
  author_id bigint not null,
  pub_date timestamptz not null,
  channels integer[] not null,
  geography_ids bigint[] not null,
  area_of_expertise_ids bigint[] not null,
  unanswered boolean not null
);

create function feed_facts_of(f thread_feed) returns setof feed_facts language sql stable as $$
  select f.thread_id, f.author_id, f.pub_date, f.channels, f.geography_ids, f.area_of_expertise_ids, f.num_of_responses = 0
  where f.visible
$$;
create function keep_feed_facts() returns trigger language plpgsql as $$
begin
  insert into feed_facts select * from feed_facts_of(new);
  return null;
end
$$;
create trigger thread_feed_told after insert on thread_feed for each row execute function keep_feed_facts();
-- Of all replies to a thread the first alone comes here. Nothing else changes in place: refresh_threads makes the row anew.
create function answer_feed_facts() returns trigger language plpgsql as $$
begin
  update feed_facts set unanswered = (new.num_of_responses = 0) where thread_id = new.thread_id;
  return null;
end
$$;
create trigger thread_feed_answered after update of num_of_responses on thread_feed for each row
  when ((old.num_of_responses = 0) <> (new.num_of_responses = 0)) execute function answer_feed_facts();

-- The triggers keep writers out until this is done, so none is missed.
insert into feed_facts select t.* from thread_feed f cross join lateral feed_facts_of(f) t order by f.thread_id;
create index feed_facts_author on feed_facts (author_id);
create index feed_facts_geographies on feed_facts using gin (geography_ids);
create index feed_facts_areas on feed_facts using gin (area_of_expertise_ids);
create index feed_facts_unanswered on feed_facts (pub_date desc, thread_id desc) include (channels, author_id) where unanswered;
-- What filters ask of thread_feed no more.
drop index thread_feed_geographies, thread_feed_areas;

-- As before; the facts must say what the feed says.
create or replace function drifted_threads(thread_ids bigint[]) returns setof bigint language sql stable as $$
  select coalesce(c.thread_id, f.thread_id)
  from counted_thread_feed(thread_ids) c full join (select * from thread_feed where thread_id = any(thread_ids)) f using (thread_id)
  where c.* is distinct from f.*
  union
  select coalesce(c.thread_id, f.thread_id)
  from (select t.* from counted_thread_feed(thread_ids) c cross join lateral feed_facts_of(c) t) c
    full join (select * from feed_facts where thread_id = any(thread_ids)) f using (thread_id)
  where c.* is distinct from f.*
$$;
