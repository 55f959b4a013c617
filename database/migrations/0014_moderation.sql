-- What waits for staff, who is reading it, what they decided, and what members have reported.

-- Kept by the triggers below, so that whatever makes a post wait (a reply, a mail, an edit) brings it here, and so that
-- the queue is as quick to read with a million messages as with a hundred. An opening message stands with its thread.
create table moderation_queue (
  item_type text not null check (item_type in ('thread', 'message')),
  item_id bigint not null,
  thread_id bigint not null references threads on delete cascade,
  waiting_since timestamptz not null,
  claimed_by bigint references users on delete set null,
  claimed_at timestamptz,
  primary key (item_type, item_id)
);
create index moderation_queue_order on moderation_queue (waiting_since, item_type, item_id);
create index moderation_queue_thread on moderation_queue (thread_id);
create index moderation_queue_claimed on moderation_queue (claimed_by);

create function queue_thread(given bigint) returns void language plpgsql as $$
declare
  since timestamptz;
begin
  select coalesce(m.edited_at, t.pub_date) into since
  from threads t left join messages m on m.thread_id = t.id and m.is_original_message
  where t.id = given and t.removed_at is null and (not t.processed or m.moderation_processed is false);
  if found then
    insert into moderation_queue (item_type, item_id, thread_id, waiting_since) values ('thread', given, given, since)
    on conflict do nothing;
  else
    delete from moderation_queue where item_type = 'thread' and item_id = given;
  end if;
end
$$;

create function queue_review() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'threads' then
    perform queue_thread(new.id);
  elsif new.is_original_message then
    perform queue_thread(new.thread_id);
  elsif new.moderation_processed is false and new.removed_at is null then
    insert into moderation_queue (item_type, item_id, thread_id, waiting_since)
    values ('message', new.id, new.thread_id, coalesce(new.edited_at, new.pub_date))
    on conflict (item_type, item_id) do update set thread_id = excluded.thread_id;
  else
    delete from moderation_queue where item_type = 'message' and item_id = new.id;
  end if;
  return null;
end
$$;
create trigger threads_queue_new after insert on threads for each row when (not new.processed)
  execute function queue_review();
create trigger threads_queue after update of processed, removed_at on threads for each row
  when (old.processed is distinct from new.processed or old.removed_at is distinct from new.removed_at)
  execute function queue_review();
create trigger messages_queue_new after insert on messages for each row when (new.moderation_processed is false)
  execute function queue_review();
create trigger messages_queue after update of moderation_processed, removed_at, thread_id on messages for each row
  when (old.moderation_processed is distinct from new.moderation_processed or old.removed_at is distinct from new.removed_at
    or old.thread_id is distinct from new.thread_id)
  execute function queue_review();

create function unqueue_message() returns trigger language plpgsql as $$
begin
  delete from moderation_queue where item_type = 'message' and item_id = old.id;
  return null;
end
$$;
create trigger messages_unqueue after delete on messages for each row when (old.moderation_processed is false)
  execute function unqueue_message();

insert into moderation_queue (item_type, item_id, thread_id, waiting_since)
  select 'message', id, thread_id, coalesce(edited_at, pub_date) from messages
  where moderation_processed is false and removed_at is null and not is_original_message;
select queue_thread(id) from threads where not processed;

create sequence moderation_acts;

-- The audit trail. `before` and `after` hold what the decision changed, so nothing that was decided about is lost.
create table moderation_decisions (
  id bigint generated always as identity primary key,
  -- Decisions of one act share it.
  act_id bigint not null,
  item_type text not null check (item_type in ('thread', 'message', 'member', 'report')),
  item_id bigint not null,
  thread_id bigint,
  decision text not null check (decision in (
    'approved', 'rejected', 'edited', 'removed', 'closed', 'reopened', 'kept', 'revealed')),
  reason text check (length(reason) <= 500),
  actor_id bigint not null references users,
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  at timestamptz not null default now()
);
create index moderation_decisions_item on moderation_decisions (item_type, item_id, id desc);
create index moderation_decisions_act on moderation_decisions (act_id);

create function keep_decisions() returns trigger language plpgsql as $$
begin
  raise exception 'The audit trail is only added to.';
end
$$;
create trigger moderation_decisions_kept before update or delete on moderation_decisions
  for each row execute function keep_decisions();

create table reports (
  id bigint generated always as identity primary key,
  type text not null check (type in ('thread', 'message', 'member')),
  content_id bigint not null,
  thread_id bigint references threads on delete cascade,
  reason text not null,
  additional_details text not null check (length(additional_details) between 1 and 2000),
  reporter_id bigint not null references users on delete cascade,
  state text not null default 'open' check (state in ('open', 'kept', 'removed')),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by bigint references users,
  check ((state = 'open') = (resolved_at is null))
);
create unique index reports_open on reports (reporter_id, type, content_id) where state = 'open';
create index reports_reporter on reports (reporter_id);
create index reports_state on reports (state, id desc);
create index reports_thread on reports (thread_id);
