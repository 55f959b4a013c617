-- Staff view the community as a member: whose session, why and until when. They keep their own account meanwhile.
create table impersonations (
  id bigint generated always as identity primary key,
  staff_id bigint references users on delete set null,
  user_id bigint not null references users on delete cascade,
  session_id bigint references sessions on delete set null,
  reason text not null check (length(reason) between 1 and 500),
  started_at timestamptz not null default now(),
  until timestamptz not null,
  ended_at timestamptz,
  -- When the member was notified by email, after the end.
  notified_at timestamptz
);
create unique index impersonations_session on impersonations (session_id) where ended_at is null;
create index impersonations_user on impersonations (user_id, id desc);
create index impersonations_staff on impersonations (staff_id);
create index impersonations_unnotified on impersonations (until) where notified_at is null;

-- What was read meanwhile. `item_id` is 0 for lists.
create table impersonation_reads (
  impersonation_id bigint not null references impersonations on delete cascade,
  operation text not null,
  item_id bigint not null default 0,
  read_at timestamptz not null default now(),
  primary key (impersonation_id, operation, item_id)
);
