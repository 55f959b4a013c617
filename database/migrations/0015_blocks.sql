-- Members who keep another away. Neither is told; each effect is the same for both, or is seen by the blocker alone.
create table member_blocks (
  user_id bigint not null references users on delete cascade,
  blocked_user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, blocked_user_id),
  check (user_id <> blocked_user_id)
);
create index member_blocks_blocked on member_blocks (blocked_user_id, user_id);
