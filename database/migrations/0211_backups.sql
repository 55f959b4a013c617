-- Backups that were made, and whether each was restored and compared. What they contain is in their reports.
create table backups (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('cluster', 'dump')),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- When it had been restored and everything agreed.
  proven_at timestamptz,
  bytes bigint,
  num_of_files integer,
  num_of_differences integer
);
create index backups_proven on backups (proven_at desc) where proven_at is not null;

-- One row: how far the log of the embedded database is in the backup. The mark is a write that says the time.
create table backup_log (
  is_only boolean primary key default true check (is_only),
  marked_at timestamptz not null default now(),
  stored_through timestamptz
);
insert into backup_log default values;
