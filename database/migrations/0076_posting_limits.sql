-- When a member did what is limited, for each kind the moments within the longest window: one short row, so that whoever
-- posts several times at once waits for it and is counted exactly.
create table limited_acts (
  user_id bigint not null references users on delete cascade,
  kind text not null check (length(kind) between 1 and 40),
  acted_at timestamptz[] not null,
  primary key (user_id, kind)
) with (fillfactor = 70);

-- Who ran into a limit, for staff: one row for a member, a kind and a day, however often they try.
create table limit_hits (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (length(kind) between 1 and 40),
  day date not null default current_date,
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  unique (user_id, kind, day)
);
create index limit_hits_last on limit_hits (last_at);

-- Counts an act, or ends the statement: then nothing of the act remains, its idempotency key included. Windows from the
-- shortest to the longest, in seconds; without any nothing is counted. True, so that it can stand in a condition.
create function count_limited_act(actor bigint, act text, asked integer, windows integer[], limits integer[])
returns boolean language plpgsql as $$
declare
  longest interval := make_interval(secs => windows[cardinality(windows)]);
  refused record;
begin
  if asked < 1 or cardinality(limits) = 0 then return true; end if;
  if asked <= limits[1] then
    insert into limited_acts as a (user_id, kind, acted_at)
    values (actor, act, array_fill(clock_timestamp(), array[asked]))
    on conflict (user_id, kind) do update
      set acted_at = a.acted_at[width_bucket(clock_timestamp() - longest, a.acted_at) + 1:]
        || array_fill(clock_timestamp(), array[asked])
      where not exists (
        select from unnest(windows, limits) as w (seconds, at_most)
        where cardinality(a.acted_at) - width_bucket(clock_timestamp() - make_interval(secs => w.seconds), a.acted_at) + asked > w.at_most);
    if found then return true; end if;
  end if;
  select w.seconds, w.at_most,
    cardinality(a.acted_at) - width_bucket(clock_timestamp() - make_interval(secs => w.seconds), a.acted_at) as used,
    a.acted_at[cardinality(a.acted_at) - (w.at_most - asked)] + make_interval(secs => w.seconds) as fits_at
  into refused
  from unnest(windows, limits) as w (seconds, at_most)
  left join limited_acts a on a.user_id = actor and a.kind = act and asked <= limits[1]
  order by fits_at desc nulls last, w.seconds limit 1;
  raise exception 'The limit of % is reached.', act using errcode = 'LM001', detail = json_build_object(
    'kind', act, 'asked', asked, 'limit', refused.at_most, 'used', coalesce(refused.used, 0), 'hours', refused.seconds / 3600,
    'at', refused.fits_at, 'time_zone', (select u.time_zone from users u where u.id = actor))::text;
end
$$;
