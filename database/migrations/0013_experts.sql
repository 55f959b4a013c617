-- People, firms and software that members recommend, and which message names whom.
-- Words as they are searched and compared: without accents, case and signs.
create function plain_words(words text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(lower(public.unaccent('public.unaccent', words)), '[[:punct:][:space:]]+', ' ', 'g'))
$$;

-- A search for names: every word typed begins a word of the name, in any order.
create function name_query(words text) returns tsquery language sql immutable parallel safe as $$
  select regexp_replace(plainto_tsquery('simple', plain_words(words))::text, '''(?= &|$)', ''':*', 'g')::tsquery
$$;

create table expert_companies (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  -- How the program recognises it: no case, no accents, no legal form.
  normalised_name text not null unique,
  website text,
  -- Of the website, without www: a firm is recognised by it too.
  website_host text unique,
  logo_url text,
  about text,
  tag_line text,
  created_at timestamptz not null default now()
);

create table company_types (
  id bigint generated always as identity primary key,
  name text not null unique
);

create table expert_company_types (
  company_id bigint not null references expert_companies on delete cascade,
  company_type_id bigint not null references company_types,
  primary key (company_id, company_type_id)
);

create table experts (
  id bigint generated always as identity primary key,
  type text not null check (type in ('individual', 'company', 'software')),
  name text not null check (length(name) between 1 and 100),
  first_name text,
  last_name text,
  company_id bigint references expert_companies,
  normalised_name text not null,
  -- Name and company, as they are searched.
  search_name text not null,
  -- Messages that name the expert and that everybody who can read their thread can read.
  mention_count integer not null default 0,
  -- Where such messages and recommendations stand: who holds one of these channels finds the expert.
  channels integer[] not null default '{}',
  created_by bigint references users,
  created_at timestamptz not null default now(),
  unique nulls not distinct (type, normalised_name, company_id)
);
create index experts_company on experts (company_id);
create index experts_words on experts using gin (to_tsvector('simple', search_name));
create index experts_similar on experts using gin (search_name gin_trgm_ops);
create index experts_creator on experts (created_by);

create table expert_recommendations (
  id bigint generated always as identity primary key,
  expert_id bigint not null references experts on delete cascade,
  author_id bigint not null references users,
  message text not null,
  cleaned_message text not null check (length(cleaned_message) between 1 and 5000),
  -- What binds the author to the expert, in the author's words; null: nothing.
  affiliation text check (length(affiliation) <= 200),
  pub_date timestamptz not null default now(),
  -- Fixed when it is written: recommendation requests of the author's networks.
  channels integer[] not null,
  removed_at timestamptz
);
create index expert_recommendations_expert on expert_recommendations (expert_id, pub_date desc, id desc);
create index expert_recommendations_author on expert_recommendations (author_id, pub_date desc, id desc);

create table expert_recommendation_areas (
  recommendation_id bigint not null references expert_recommendations on delete cascade,
  area_of_expertise_id bigint not null references areas_of_expertise,
  primary key (recommendation_id, area_of_expertise_id)
);

create table vendor_deals (
  id bigint generated always as identity primary key,
  expert_id bigint not null references experts on delete cascade,
  short_text text not null,
  platform_description text not null default '',
  logos text[] not null default '{}',
  show_in_thread_details boolean not null default false,
  show_in_vendor_page boolean not null default false,
  -- Where a member's wish to be put in touch is sent; no member reads these.
  vendor_emails text[] not null default '{}',
  vendor_first_name text
);
create index vendor_deals_expert on vendor_deals (expert_id);

create table message_experts (
  message_id bigint not null references messages on delete cascade,
  expert_id bigint not null references experts on delete cascade,
  -- In the order in which they were named.
  place smallint not null,
  primary key (message_id, expert_id)
);
create index message_experts_expert on message_experts (expert_id, message_id);

-- What the experts should hold, counted from messages and recommendations. What was named in private counts nowhere.
create function counted_experts(expert_ids bigint[])
  returns table (expert_id bigint, mention_count integer, channels integer[]) language sql stable as $$
  select e.id, m.mention_count,
    array(select distinct c from (
      select unnest(f.channels) as c from message_experts x
      join messages r on r.id = x.message_id and r.visible and not r.is_private
      join thread_feed f on f.thread_id = r.thread_id and f.visible
      where x.expert_id = e.id
      union all
      select unnest(r.channels) from expert_recommendations r where r.expert_id = e.id and r.removed_at is null) held order by c)
  from experts e
  cross join lateral (
    select count(*)::integer as mention_count from message_experts x
    join messages r on r.id = x.message_id and r.visible and not r.is_private
    join thread_feed f on f.thread_id = r.thread_id and f.visible
    where x.expert_id = e.id) m
  where e.id = any(expert_ids)
$$;

-- The rows are locked first, in order, and counted by the next statement, which sees what earlier writers committed.
-- No key lock: a message that has just named them holds their keys, and two such would wait for each other.
create function refresh_experts(expert_ids bigint[]) returns void language plpgsql as $$
begin
  perform 1 from experts where id = any(expert_ids) order by id for no key update;
  update experts e set mention_count = c.mention_count, channels = c.channels
    from counted_experts(expert_ids) c
    where c.expert_id = e.id and (e.mention_count, e.channels) is distinct from (c.mention_count, c.channels);
end
$$;

create function drifted_experts(expert_ids bigint[]) returns setof bigint language sql stable as $$
  select e.id from experts e join counted_experts(expert_ids) c on c.expert_id = e.id
  where (e.mention_count, e.channels) is distinct from (c.mention_count, c.channels)
$$;

-- Experts that replies for everybody name.
create function num_of_recommendations_in(recommended_thread_id bigint) returns integer language sql stable as $$
  select count(distinct x.expert_id)::integer from messages r join message_experts x on x.message_id = r.id
  where r.thread_id = recommended_thread_id and r.visible and not r.is_private and not r.is_original_message
$$;

-- Counts the experts that a message has just named. The message was counted before, so the thread's row is locked.
create function count_named_experts(named_thread_id bigint, expert_ids bigint[]) returns void language plpgsql as $$
begin
  update thread_feed set num_of_recommendations = num_of_recommendations_in(named_thread_id) where thread_id = named_thread_id;
  perform refresh_experts(expert_ids);
end
$$;

-- As before, with the experts that are named.
create or replace function counted_thread_feed(thread_ids bigint[]) returns setof thread_feed language sql stable as $$
  select t.id, t.author_id, t.thread_type, t.topic,
    left(btrim(regexp_replace(t.cleaned_body, '\s+', ' ', 'g')), 400),
    t.pub_date, t.processed, t.approved, n.ids, n.channels,
    array(select g.geography_id from thread_geographies g where g.thread_id = t.id order by 1),
    array(select a.area_of_expertise_id from thread_areas_of_expertise a where a.thread_id = t.id order by 1),
    -- What came by mail is held until staff have read it; what was written here appears at once.
    t.removed_at is null and (t.approved or (not t.processed and t.source = 'web')),
    m.num_of_responses, m.num_of_private_responses, num_of_recommendations_in(t.id), m.num_of_responses + 1, m.last_reply_at,
    array(
      select r.id from messages r
      where r.thread_id = t.id and r.visible and not r.is_private and not r.is_original_message
      order by r.num_of_likes desc, r.order_date desc, r.id desc limit 3)
  from threads t
  cross join lateral (
    select coalesce(array_agg(p.peer_network_id order by p.peer_network_id), '{}') as ids,
      coalesce(array_agg(channel(p.peer_network_id, t.thread_type) order by p.peer_network_id), '{}') as channels
    from thread_peer_networks p where p.thread_id = t.id) n
  cross join lateral (
    select count(*) filter (where not r.is_private)::integer as num_of_responses,
      count(*) filter (where r.is_private)::integer as num_of_private_responses,
      max(r.order_date) filter (where not r.is_private) as last_reply_at
    from messages r where r.thread_id = t.id and r.visible and not r.is_original_message) m
  where t.id = any(thread_ids)
$$;

create or replace function refresh_threads(thread_ids bigint[]) returns void language plpgsql as $$
begin
  perform 1 from threads where id = any(thread_ids) order by id for update;
  insert into audiences as a (channels, num_of_threads)
    select f.channels, -count(*) from thread_feed f where f.thread_id = any(thread_ids) and f.visible group by f.channels
    order by f.channels
    on conflict (channels) do update set num_of_threads = a.num_of_threads + excluded.num_of_threads;
  delete from thread_feed where thread_id = any(thread_ids);
  insert into thread_feed select * from counted_thread_feed(thread_ids);
  delete from feed_entries where thread_id = any(thread_ids);
  insert into feed_entries (network_id, pub_date, thread_id, channel)
    select p.peer_network_id, f.pub_date, f.thread_id, channel(p.peer_network_id, f.thread_type)
    from thread_feed f join thread_peer_networks p on p.thread_id = f.thread_id
    where f.thread_id = any(thread_ids) and f.visible;
  insert into audiences as a (channels, num_of_threads)
    select f.channels, count(*) from thread_feed f where f.thread_id = any(thread_ids) and f.visible group by f.channels
    order by f.channels
    on conflict (channels) do update set num_of_threads = a.num_of_threads + excluded.num_of_threads;
  -- What became of a thread or its messages became of the experts they name.
  perform refresh_experts(array(
    select distinct x.expert_id from messages m join message_experts x on x.message_id = m.id where m.thread_id = any(thread_ids)));
end
$$;

-- As before, with the experts that the messages name.
create or replace function recount_thread(changed_thread_id bigint) returns void language plpgsql as $$
declare
  stored thread_feed;
  counted thread_feed;
begin
  select * into stored from thread_feed where thread_id = changed_thread_id for update;
  select * into counted from counted_thread_feed(array[changed_thread_id]);
  if counted.visible is distinct from stored.visible then
    perform refresh_threads(array[changed_thread_id]);
    return;
  end if;
  update thread_feed set
    topic = counted.topic,
    excerpt = counted.excerpt,
    processed = counted.processed,
    approved = counted.approved,
    num_of_responses = counted.num_of_responses,
    num_of_private_responses = counted.num_of_private_responses,
    num_of_recommendations = counted.num_of_recommendations,
    count_of_entries = counted.count_of_entries,
    last_reply_at = counted.last_reply_at,
    top_reply_ids = counted.top_reply_ids
  where thread_id = changed_thread_id;
  perform refresh_experts(array(
    select distinct x.expert_id from messages m join message_experts x on x.message_id = m.id where m.thread_id = changed_thread_id));
end
$$;
