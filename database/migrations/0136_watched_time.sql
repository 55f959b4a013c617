-- Until when the time that has passed was used for watched seconds: together they are never more than that time.
alter table watch_progress add column counted_until timestamptz not null default now();
