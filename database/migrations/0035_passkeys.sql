-- Keys that members keep on their devices. Only the public half is here.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id text not null unique check (length(credential_id) <= 2000),
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  backed_up boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What a key has to sign. Taken once, by whom it was made for.
create table passkey_challenges (
  challenge_hash text primary key,
  user_id bigint references users on delete cascade,
  purpose text not null check (purpose in ('register', 'sign in', 'confirm')),
  expires_at timestamptz not null
);
create index passkey_challenges_user on passkey_challenges (user_id);

-- What a member asked to be given of their own. The file lies in the store; its link is in their mail.
create table data_exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash text unique,
  storage_key text,
  size bigint,
  requested_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz
);
create index data_exports_user on data_exports (user_id, requested_at desc);
create index data_exports_expires on data_exports (expires_at);

create table deletion_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  taken_back_at timestamptz,
  done_at timestamptz
);
create unique index deletion_requests_standing on deletion_requests (user_id) where taken_back_at is null and done_at is null;
create index deletion_requests_user on deletion_requests (user_id);
create index deletion_requests_due on deletion_requests (due_at) where taken_back_at is null and done_at is null;

-- Short-lived tokens for the partner's learning site; each names one member and is signed with a key they share with us.
create table lplus_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token text not null,
  url text not null,
  expires_at timestamptz not null
);
create index lplus_tokens_user on lplus_tokens (user_id);

-- Deletes what belongs to a member alone, in whatever table. The schema says what that is: a reference to users that
-- deletes with them is theirs, one that becomes null only names them, any other keeps their words under another name.
-- So a table that is added later is not forgotten. `kept` are rows that count for others: agreement, votes.
create function forget_member_rows(member_id bigint, kept text[]) returns void language plpgsql as $$
declare
  reference record;
begin
  for reference in
    select c.conrelid::regclass as owner, a.attname as column_name, c.confdeltype as act
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and cardinality(c.conkey) = 1
      and c.confdeltype in ('c', 'n') and not c.conrelid::regclass::text = any(kept)
    order by c.conrelid
  loop
    if reference.act = 'c' then
      execute format('delete from %s where %I = $1', reference.owner, reference.column_name) using member_id;
    else
      execute format('update %s set %I = null where %I = $1', reference.owner, reference.column_name, reference.column_name)
        using member_id;
    end if;
  end loop;
end
$$;
