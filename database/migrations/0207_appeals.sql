-- The author of a rejected post asks for a second look, once for each post.
create table appeals (
  id bigint generated always as identity primary key,
  message_id bigint not null unique references messages on delete cascade,
  thread_id bigint not null references threads on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- Who rejected it, and should not be the one to look again.
  rejected_by bigint references users on delete set null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by bigint references users on delete set null,
  is_overturned boolean,
  check ((decided_at is null) = (is_overturned is null))
);
create index appeals_open on appeals (created_at, id) where decided_at is null;
create index appeals_user on appeals (user_id);
create index appeals_thread on appeals (thread_id);
create index appeals_rejected_by on appeals (rejected_by);
create index appeals_decided_by on appeals (decided_by);
