-- Threads and messages as written; beside them the narrow rows the feed is read from.
create table threads (
  id bigint generated always as identity primary key,
  author_id bigint not null references users,
  thread_type text not null default 'discussion' check (thread_type in ('discussion', 'document_request', 'poll', 'recommendation_request')),
  topic text not null check (length(topic) between 1 and 200),
  cleaned_body text not null,
  cleaned_html text not null,
  text_is_wrapping boolean not null default false,
  pub_date timestamptz not null default now(),
  mod_date timestamptz not null default now(),
  source text not null default 'web' check (source in ('web', 'other')),
  processed boolean not null default false,
  approved boolean not null default false,
  processed_date timestamptz,
  closed_at timestamptz,
  removed_at timestamptz,
  removed_by bigint references users
);
create index threads_author on threads (author_id, pub_date desc, id desc);

create table thread_peer_networks (
  thread_id bigint not null references threads on delete cascade,
  peer_network_id bigint not null references peer_networks,
  primary key (thread_id, peer_network_id)
);

create table thread_geographies (
  thread_id bigint not null references threads on delete cascade,
  geography_id bigint not null references geographies,
  primary key (thread_id, geography_id)
);

create table thread_areas_of_expertise (
  thread_id bigint not null references threads on delete cascade,
  area_of_expertise_id bigint not null references areas_of_expertise,
  primary key (thread_id, area_of_expertise_id)
);

create sequence message_order;

create table messages (
  id bigint generated always as identity primary key,
  thread_id bigint not null references threads on delete cascade,
  sender_id bigint not null references users,
  message_replied_id bigint references messages,
  is_original_message boolean not null default false,
  is_private boolean not null default false,
  -- Fixed when it is written: the sender, the author of the message replied to, the thread's author.
  private_reader_ids bigint[] not null default '{}',
  subject text not null default '',
  body text not null,
  parsed_body text not null,
  cleaned_body text not null,
  source text not null default 'web' check (source in ('web', 'other')),
  pub_date timestamptz not null default now(),
  -- Null: there is no moderation record.
  moderation_processed boolean,
  moderation_approved boolean,
  processed_date timestamptz,
  edited_at timestamptz,
  removed_at timestamptz,
  removed_by bigint references users,
  num_of_likes integer not null default 0,
  external_id text,
  visible boolean not null generated always as (
    removed_at is null and (moderation_processed is null or moderation_approved is true
      or (source = 'web' and not moderation_processed))) stored,
  order_date timestamptz not null generated always as (coalesce(processed_date, pub_date)) stored,
  check (not is_private or cardinality(private_reader_ids) > 0),
  check (not (is_private and is_original_message))
);
create index messages_thread on messages (thread_id, order_date desc, id desc);
create index messages_top on messages (thread_id, num_of_likes desc, order_date desc, id desc)
  where visible and not is_private and not is_original_message;
create index messages_sender on messages (sender_id, order_date desc, id desc);
create unique index messages_original on messages (thread_id) where is_original_message;
create unique index messages_external on messages (external_id) where external_id is not null;

create table message_mentioned_users (
  message_id bigint not null references messages on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (message_id, user_id)
);

create table message_attachments (
  id bigint generated always as identity primary key,
  message_id bigint not null references messages on delete cascade,
  name text not null,
  file_type text not null,
  size bigint not null,
  inline boolean not null default false,
  storage_key text not null
);
create index message_attachments_message on message_attachments (message_id);

-- The mail as it arrived, quotes and signature included. Nobody reads it on the web.
create table message_originals (
  message_id bigint primary key references messages on delete cascade,
  raw bytea not null
);

create table likes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  entity_type text not null check (entity_type in ('message', 'thread', 'expert')),
  entity_id bigint not null,
  sentiment boolean not null,
  created_at timestamptz not null default now(),
  unique (entity_type, entity_id, user_id)
);
create index likes_user on likes (user_id, id desc);

-- One narrow row per thread: all that an entry of the feed shows and that is the same for every reader.
-- Counters stand outside every index, so that an update stays in its page.
create table thread_feed (
  thread_id bigint primary key references threads on delete cascade,
  author_id bigint not null,
  thread_type text not null,
  topic text not null,
  excerpt text not null,
  pub_date timestamptz not null,
  processed boolean not null,
  approved boolean not null,
  peer_network_ids bigint[] not null,
  channels integer[] not null,
  geography_ids bigint[] not null,
  area_of_expertise_ids bigint[] not null,
  visible boolean not null,
  num_of_responses integer not null default 0,
  num_of_private_responses integer not null default 0,
  num_of_recommendations integer not null default 0,
  count_of_entries integer not null default 0,
  last_reply_at timestamptz,
  top_reply_ids bigint[] not null default '{}'
) with (fillfactor = 80);
create index thread_feed_author on thread_feed (author_id, pub_date desc, thread_id desc);
create index thread_feed_geographies on thread_feed using gin (geography_ids);
create index thread_feed_areas on thread_feed using gin (area_of_expertise_ids);
create index thread_feed_words on thread_feed using gin (to_tsvector('english', topic || ' ' || excerpt));

-- A channel is a network and a thread type in one number (see channel()); a viewer's reach is an array of them.
create function channel(network_id bigint, thread_type text) returns integer language sql immutable parallel safe as $$
  select (network_id * 4 + case thread_type when 'discussion' then 0 when 'document_request' then 1 when 'poll' then 2 else 3 end)::integer
$$;

-- Visible threads only, one row for each network that a thread stands in, in the order of the feed.
create table feed_entries (
  network_id bigint not null,
  pub_date timestamptz not null,
  thread_id bigint not null references threads on delete cascade,
  channel integer not null,
  primary key (thread_id, network_id)
);
create index feed_entries_order on feed_entries (network_id, pub_date desc, thread_id desc) include (channel);
create index feed_entries_channel on feed_entries (channel, pub_date desc, thread_id desc);
create index feed_entries_thread on feed_entries (thread_id) include (channel);

-- How many visible threads stand in exactly these channels: the exact total of a feed is a sum over a handful of rows.
create table audiences (
  channels integer[] primary key,
  num_of_threads integer not null
);

-- What one member did with one thread.
create table viewer_threads (
  user_id bigint not null references users on delete cascade,
  thread_id bigint not null references threads on delete cascade,
  viewed_at timestamptz not null default now(),
  primary key (user_id, thread_id)
);
create index viewer_threads_thread on viewer_threads (thread_id);

-- What thread_feed should hold for these threads, counted from the messages themselves.
create function counted_thread_feed(thread_ids bigint[]) returns setof thread_feed language sql stable as $$
  select t.id, t.author_id, t.thread_type, t.topic,
    left(btrim(regexp_replace(t.cleaned_body, '\s+', ' ', 'g')), 400),
    t.pub_date, t.processed, t.approved, n.ids, n.channels,
    array(select g.geography_id from thread_geographies g where g.thread_id = t.id order by 1),
    array(select a.area_of_expertise_id from thread_areas_of_expertise a where a.thread_id = t.id order by 1),
    -- What came by mail is held until staff have read it; what was written here appears at once.
    t.removed_at is null and (t.approved or (not t.processed and t.source = 'web')),
    m.num_of_responses, m.num_of_private_responses, 0, m.num_of_responses + 1, m.last_reply_at,
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

-- Counts one reply more. The row is locked first and the top replies are chosen by the next statement, which then
-- sees what earlier writers committed: choosing in the update itself drifted with 50 writers on one thread.
create function count_reply(replied_thread_id bigint, is_private_reply boolean) returns void language plpgsql as $$
begin
  perform 1 from thread_feed where thread_id = replied_thread_id for update;
  update thread_feed set
    num_of_responses = num_of_responses + (not is_private_reply)::integer,
    num_of_private_responses = num_of_private_responses + is_private_reply::integer,
    count_of_entries = count_of_entries + (not is_private_reply)::integer,
    last_reply_at = case when is_private_reply then last_reply_at else greatest(last_reply_at, now()) end,
    top_reply_ids = case when is_private_reply then top_reply_ids else array(
      select m.id from messages m
      where m.thread_id = replied_thread_id and m.visible and not m.is_private and not m.is_original_message
      order by m.num_of_likes desc, m.order_date desc, m.id desc limit 3) end
  where thread_id = replied_thread_id;
end
$$;

-- Brings the feed rows of these threads in line with the threads and messages. Safe to repeat.
create function refresh_threads(thread_ids bigint[]) returns void language plpgsql as $$
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
end
$$;

-- Threads whose stored counters differ from the counted ones. The nightly check must find none.
create function drifted_threads(thread_ids bigint[]) returns setof bigint language sql stable as $$
  select coalesce(c.thread_id, f.thread_id)
  from counted_thread_feed(thread_ids) c full join (select * from thread_feed where thread_id = any(thread_ids)) f using (thread_id)
  where c.* is distinct from f.*
$$;
