-- What was counted with a member's name about an anonymous thread: whose first reader it names wrote it.
delete from analytics_events e using threads t, messages m
where t.author_id = 9000000000000000 and m.thread_id = t.id and (
  e.data ->> 'thread_id' = t.id::text or e.data ->> 'message_id' = m.id::text
  or (e.data ->> 'entity_type' = 'thread' and e.data ->> 'entity_id' = t.id::text)
  or (e.data ->> 'entity_type' = 'message' and e.data ->> 'entity_id' = m.id::text)
  or e.data ->> 'sid' = t.id::text or e.data ->> 'sid' = m.id::text);

-- Anonymous posts that do not exist yet: what its writer sent, until a moment drawn at random. Only then are rows, ids
-- and times of a post made, so that none of them tells when it was written. The id is random: it tells of no other post.
create table waiting_posts (
  id bigint primary key,
  user_id bigint not null references users on delete cascade,
  asked jsonb not null,
  written_at timestamptz not null default now(),
  publish_at timestamptz not null,
  -- Between which moments it was to be drawn: what its writer is told.
  earliest_at timestamptz not null,
  latest_at timestamptz not null,
  -- Set with the post, or with the sentence that says why there is none.
  ended_at timestamptz,
  thread_id bigint references threads on delete set null,
  message_id bigint references messages on delete set null,
  refusal text,
  check (publish_at between earliest_at and latest_at)
);
create index waiting_posts_user on waiting_posts (user_id);
create index waiting_posts_due on waiting_posts (publish_at) where ended_at is null;
create index waiting_posts_thread on waiting_posts (thread_id);
create index waiting_posts_message on waiting_posts (message_id);
