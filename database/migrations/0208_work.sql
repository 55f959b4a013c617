-- Whose it is, of what waits for staff. What has been decided leaves its row behind, which a job removes.
create table work_assignments (
  kind text not null,
  item_id bigint not null,
  user_id bigint not null references users on delete cascade,
  assigned_by bigint references users on delete set null,
  assigned_at timestamptz not null default now(),
  primary key (kind, item_id)
);
create index work_assignments_user on work_assignments (user_id);
create index work_assignments_assigned_by on work_assignments (assigned_by);
