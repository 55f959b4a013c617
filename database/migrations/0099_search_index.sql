-- The index that servers search in memory, as they read it: segments of packed words, and what has changed since.
create table search_segments (
  id bigint generated always as identity primary key,
  -- Changes by this transaction and later ones may be missing in this segment and in older ones.
  since xid8 not null,
  documents integer not null,
  made_at timestamptz not null default now()
);
create table search_parts (
  segment_id bigint not null references search_segments on delete cascade,
  kind text not null,
  part integer not null,
  bytes bytea not null,
  primary key (segment_id, kind, part)
);
-- Packed already.
alter table search_parts alter bytes set storage external;

-- What a search must look at again: an item, the items of a message or those of a thread.
create table search_log (
  change bigint generated always as identity primary key,
  -- Of two transactions the one with the later change may commit first, so a reader asks by transaction.
  changed_by xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now(),
  kind text not null check (kind in ('item', 'message', 'thread')),
  entity_id bigint not null
);
create index search_log_changed_by on search_log (changed_by, change);

create function log_search_items() returns trigger language plpgsql as $$
begin
  insert into search_log (kind, entity_id) select 'item', t.id from touched t;
  return null;
end
$$;
create trigger search_items_logged_added after insert on search_items referencing new table as touched
  for each statement execute function log_search_items();
create trigger search_items_logged_changed after update on search_items referencing new table as touched
  for each statement execute function log_search_items();
create trigger search_items_logged_gone after delete on search_items referencing old table as touched
  for each statement execute function log_search_items();

create function log_search_messages() returns trigger language plpgsql as $$
begin
  insert into search_log (kind, entity_id) select 'message', t.message_id from touched t;
  return null;
end
$$;
create trigger restricted_logged_added after insert on restricted_messages referencing new table as touched
  for each statement execute function log_search_messages();
create trigger restricted_logged_changed after update on restricted_messages referencing new table as touched
  for each statement execute function log_search_messages();
create trigger restricted_logged_gone after delete on restricted_messages referencing old table as touched
  for each statement execute function log_search_messages();

create function log_search_threads() returns trigger language plpgsql as $$
begin
  insert into search_log (kind, entity_id) select 'thread', t.thread_id from touched t;
  return null;
end
$$;
create trigger feed_facts_logged_added after insert on feed_facts referencing new table as touched
  for each statement execute function log_search_threads();
create trigger feed_facts_logged_gone after delete on feed_facts referencing old table as touched
  for each statement execute function log_search_threads();
create function log_search_thread() returns trigger language plpgsql as $$
begin
  insert into search_log (kind, entity_id) values ('thread', new.thread_id);
  return null;
end
$$;
create trigger feed_facts_logged_moved after update on feed_facts
  for each row when (old.channels is distinct from new.channels) execute function log_search_thread();
