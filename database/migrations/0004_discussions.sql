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
create index thread_geographies_geography on thread_geographies (geography_id, thread_id);

create table thread_areas_of_expertise (
  thread_id bigint not null references threads on delete cascade,
  area_of_expertise_id bigint not null references areas_of_expertise,
  primary key (thread_id, area_of_expertise_id)
);
create index thread_areas_of_expertise_area on thread_areas_of_expertise (area_of_expertise_id, thread_id);

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
  num_of_responses integer not null default 0,
  num_of_private_responses integer not null default 0,
  num_of_recommendations integer not null default 0,
  count_of_entries integer not null default 0,
  last_reply_at timestamptz,
  top_reply_ids bigint[] not null default '{}'
) with (fillfactor = 80);

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
