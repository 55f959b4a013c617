-- How often something was tried that is guessed: a password, a code, a link. In the database, so that several servers
-- count together and nobody can push an entry out by making others. A row is a hash of what is counted; a level that
-- leaks away and rises by one with each try; and the moment from which the next try is taken.
create table attempts (
  key text primary key check (length(key) <= 64),
  level double precision not null,
  last_at timestamptz not null,
  open_at timestamptz not null,
  forgotten_at timestamptz not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index attempts_forgotten on attempts (forgotten_at);

-- Takes one try of each key, in their order, or none. `pause_seconds` is what follows the try that reaches the limit;
-- each earlier one costs half of the next, each later one twice the last, up to four times. A pause below half a minute
-- is none. The level falls from the limit to zero in `leak_seconds`. Gives for what it was refused and for how long, or
-- the levels reached. What is refused is not counted, and writes nothing.
create function take_attempt(given_keys text[], limits integer[], pause_seconds integer[], leak_seconds integer[],
  out refused integer, out seconds integer, out levels double precision[]) language plpgsql as $$
declare
  moment timestamptz := clock_timestamp();
  opens timestamptz;
  reached double precision;
begin
  select k.place, a.open_at into refused, opens
  from unnest(given_keys) with ordinality as k(key, place) join attempts a using (key)
  where a.open_at > clock_timestamp() order by k.place limit 1;
  for place in 1 .. case when refused is null then cardinality(given_keys) else 0 end loop
    insert into attempts as a (key, level, last_at, open_at, forgotten_at)
    values (given_keys[place], 1, moment, '-infinity', moment)
    on conflict (key) do update
      set level = 1 + greatest(0, a.level - limits[place] * greatest(0, extract(epoch from moment - a.last_at)) / leak_seconds[place]),
        last_at = greatest(a.last_at, moment)
      where a.open_at <= clock_timestamp()
    returning a.level into reached;
    if reached is null then
      -- Another call took the try in the meantime.
      select place, a.open_at into refused, opens from attempts a where a.key = given_keys[place];
      exit;
    end if;
    levels := levels || reached;
    update attempts a
    set open_at = case when attempt_pause(reached, limits[place], pause_seconds[place]) = 0 then '-infinity'
        else moment + make_interval(secs => attempt_pause(reached, limits[place], pause_seconds[place])) end,
      forgotten_at = moment + make_interval(secs => leak_seconds[place] + 4 * pause_seconds[place])
    where a.key = given_keys[place];
    reached := null;
  end loop;
  seconds := ceil(extract(epoch from opens - moment));
end
$$;

create function attempt_pause(level double precision, allowed integer, pause_seconds integer) returns double precision
language sql immutable as $$
  select case when p.seconds < 30 then 0 else p.seconds end
  from (select pause_seconds * power(2, greatest(-60, least(2, level - allowed))) as seconds) p
$$;
