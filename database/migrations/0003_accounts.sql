-- What better-auth keeps. Its `user` is our users table.
create table accounts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  -- Where the identity comes from; better-auth tells ours from those of other providers by it.
  issuer text not null default 'local:credential',
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (issuer, account_id)
);
create index accounts_user on accounts (user_id);

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  analytics_session_id uuid not null default gen_random_uuid(),
  abtests jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

create table verifications (
  id bigint generated always as identity primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

-- A retried write answers with the row that the first try made.
create table idempotency_keys (
  user_id bigint not null references users on delete cascade,
  key text not null check (length(key) between 8 and 100),
  operation text not null,
  fingerprint text not null,
  result bigint,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

create table analytics_events (
  insert_id text primary key check (length(insert_id) <= 100),
  user_id bigint references users on delete cascade,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  key text not null check (length(key) <= 100),
  data jsonb not null default '{}',
  metadata jsonb not null default '{}',
  abtests jsonb not null default '{}',
  session text,
  invite_code text
);
