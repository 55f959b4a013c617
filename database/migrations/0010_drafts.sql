-- What a member has begun to write. Nobody else reads it, staff neither.
create table drafts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  key text not null check (length(key) between 1 and 100),
  content jsonb not null check (octet_length(content::text) <= 65536),
  updated_at timestamptz not null default now(),
  unique (user_id, key)
);
create index drafts_newest on drafts (user_id, updated_at desc, id desc);
