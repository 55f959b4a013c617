-- What needs a second person: an operation with its variables, run as whoever asked once another owner approves.
create table approvals (
  id bigint generated always as identity primary key,
  operation text not null check (length(operation) between 1 and 80),
  variables jsonb not null check (pg_column_size(variables) <= 20000),
  reason text not null check (length(reason) between 1 and 2000),
  asked_by bigint not null references users on delete cascade,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  -- 'approved' until the operation has run: its transaction makes it 'done', so that it runs once.
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'done', 'failed', 'rejected', 'canceled')),
  decided_by bigint references users on delete set null,
  decided_at timestamptz,
  done_at timestamptz,
  -- Why it could not run, in the words of the operation.
  failure text,
  check (decided_by <> asked_by)
);
create index approvals_waiting on approvals (id) where state in ('waiting', 'approved');
create index approvals_asked_by on approvals (asked_by);
create index approvals_decided_by on approvals (decided_by);
