-- What concerns the safety of accounts and of the site. Rows are only added; they go when they are older than what is
-- kept, and whatever the program asks, none goes in its first thirty days.
create table security_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z_]+\.[a-z_]+$' and length(kind) <= 60),
  -- Who did it, or whose account it was done to; null when that is not known.
  user_id bigint references users,
  ip_address text check (length(ip_address) <= 64),
  device text check (length(device) <= 120),
  -- Codes, names of operations and numbers; never a password, an address that was typed, or what members write.
  facts jsonb not null default '{}' check (length(facts::text) <= 2000),
  at timestamptz not null default now()
);
create index security_events_by_kind on security_events (kind, user_id, at);
create index security_events_by_user on security_events (user_id, id) where user_id is not null;
create index security_events_by_time on security_events (at);

create function keep_security_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '30 days' then return old; end if;
  raise exception 'Security events are only added.';
end
$$;
create trigger security_events_kept before update or delete on security_events
  for each row execute function keep_security_events();
create trigger security_events_not_emptied before truncate on security_events
  for each statement execute function keep_security_events();
