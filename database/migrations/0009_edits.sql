-- Who wrote what stands in a message now, when that was not its sender.
alter table messages add column edited_by bigint references users;
alter table threads add column removed_reason text check (length(removed_reason) <= 500);

-- Every version of a message that was edited, the present one last. The topic stands with opening messages only.
create table message_versions (
  message_id bigint not null references messages on delete cascade,
  version integer not null check (version > 0),
  topic text,
  body text not null,
  edited_by bigint not null references users,
  created_at timestamptz not null default now(),
  primary key (message_id, version)
);

-- Replies that were taken away: beside the messages, so that reading a thread does not look through them.
create table message_removals (
  message_id bigint primary key references messages on delete cascade,
  thread_id bigint not null references threads on delete cascade,
  by_author boolean not null,
  reason text check (length(reason) <= 500),
  removed_at timestamptz not null default now()
);
create index message_removals_thread on message_removals (thread_id);

-- Brings the feed row of a thread in line after one of its messages was edited or removed. It is changed in place: the
-- row is locked first and counted by the next statement, which then sees what earlier writers committed.
create function recount_thread(changed_thread_id bigint) returns void language plpgsql as $$
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
    count_of_entries = counted.count_of_entries,
    last_reply_at = counted.last_reply_at,
    top_reply_ids = counted.top_reply_ids
  where thread_id = changed_thread_id;
end
$$;
