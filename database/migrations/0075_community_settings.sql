-- What staff have set away from its default. What may be set, and within which limits, is in shared/community-settings.ts.
create table community_settings (
  key text primary key check (key ~ '^[a-z][a-z_]{0,59}$'),
  value jsonb not null check (jsonb_typeof(value) <> 'null'),
  changed_at timestamptz not null default now(),
  changed_by bigint not null references users
);
