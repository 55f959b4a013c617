-- Tokens with which members' own programs read. Only the hash of a token is here.
create table access_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null check (length(name) between 1 and 60),
  scopes text[] not null check (cardinality(scopes) > 0),
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  -- Calls in the minute of the last call.
  minute timestamptz not null default '-infinity',
  num_of_calls integer not null default 0
);
create index access_tokens_user on access_tokens (user_id);

-- Whether members' own programs may read what is in the network.
alter table peer_networks add column allows_access_tokens boolean not null default false;
