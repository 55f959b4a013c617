-- Addresses of other systems that are called when something happens in a network.
create table webhooks (
  id bigint generated always as identity primary key,
  peer_network_id bigint not null references peer_networks on delete cascade,
  url text not null check (length(url) <= 500),
  events text[] not null check (cardinality(events) > 0),
  -- The signing secret is derived from this and from the secret of the server.
  salt text not null,
  created_at timestamptz not null default now(),
  failing_since timestamptz,
  disabled_at timestamptz
);
create index webhooks_network on webhooks (peer_network_id);

-- One call for each item. What is sent is read when it is sent; here is only which item it is about.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  event text not null,
  item_id bigint not null,
  created_at timestamptz not null default now(),
  -- Null when nothing more will be tried.
  next_at timestamptz default now(),
  num_of_attempts integer not null default 0,
  attempted_at timestamptz,
  delivered_at timestamptz,
  status integer,
  failure text,
  unique (webhook_id, event, item_id)
);
create index webhook_deliveries_due on webhook_deliveries (next_at) where next_at is not null;
create index webhook_deliveries_created on webhook_deliveries (created_at);

create function queue_webhooks(network_id bigint, happened text, item bigint) returns void language sql as $$
  insert into webhook_deliveries (webhook_id, event, item_id)
  select w.id, happened, item from webhooks w
  where w.peer_network_id = network_id and happened = any(w.events) and w.disabled_at is null
  on conflict do nothing
$$;

-- A discussion is in the feed of a network. Feeds are also rebuilt, so only what is new counts.
create function queue_discussion_webhooks() returns trigger language plpgsql as $$
begin
  perform queue_webhooks(new.network_id, 'discussion.published', new.thread_id);
  return null;
end
$$;
create trigger feed_entries_webhooks after insert on feed_entries for each row
  when (new.pub_date > now() - interval '1 day') execute function queue_discussion_webhooks();

create function queue_reply_webhooks() returns trigger language plpgsql as $$
begin
  perform queue_webhooks(e.network_id, 'reply.published', new.id) from feed_entries e where e.thread_id = new.thread_id;
  return null;
end
$$;
create trigger messages_webhooks_added after insert on messages for each row
  when (new.visible and not new.is_private and not new.is_original_message and new.pub_date > now() - interval '1 day')
  execute function queue_reply_webhooks();
create trigger messages_webhooks_shown after update of moderation_processed, moderation_approved on messages for each row
  when (new.visible and not old.visible and not new.is_private and not new.is_original_message
    and new.pub_date > now() - interval '7 days')
  execute function queue_reply_webhooks();

create function queue_membership_webhooks() returns trigger language plpgsql as $$
begin
  perform queue_webhooks(new.peer_network_id, 'member.joined', new.user_id) from users u
    where u.id = new.user_id and u.current_state in ('trial', 'full access');
  return null;
end
$$;
create trigger memberships_webhooks after insert on peer_network_memberships for each row
  execute function queue_membership_webhooks();

-- Somebody who renews has joined before.
create function queue_joined_webhooks() returns trigger language plpgsql as $$
begin
  perform queue_webhooks(m.peer_network_id, 'member.joined', new.id) from peer_network_memberships m where m.user_id = new.id;
  return null;
end
$$;
create trigger users_webhooks after update of current_state on users for each row
  when (old.current_state in ('not joined', 'onboarding') and new.current_state in ('trial', 'full access'))
  execute function queue_joined_webhooks();

create function queue_event_webhooks() returns trigger language plpgsql as $$
begin
  perform queue_webhooks(new.peer_network_id, 'event.published', new.id) where new.start_date > now();
  return null;
end
$$;
create trigger events_webhooks after insert on events for each row execute function queue_event_webhooks();
