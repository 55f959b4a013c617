-- When a flag was set, for staff who look at why a feature is off.
alter table feature_flags add column changed_at timestamptz not null default now();
