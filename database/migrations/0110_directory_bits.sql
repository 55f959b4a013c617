-- Who in the directory has each value that it filters and suggests by, as bits: a filtered directory is counted by
-- comparing strings of bits, sixteen thousand members in two kilobytes, and reads no member.
create table directory_places (
  place integer generated always as identity (minvalue 0 start with 0) primary key,
  user_id bigint not null unique,
  name_key text not null
);
-- A filtered list walks the names and looks at one bit of each.
create index directory_places_names on directory_places (name_key, user_id, place);

create table directory_bits (
  facet text not null check (facet in ('networks', 'areas', 'industries', 'law schools', 'chapters', 'company types', 'cities', 'city keys', 'traits')),
  value text not null,
  block integer not null,
  -- Of the member at place p: bit p % 16384 of block p / 16384.
  members bit(16384) not null,
  primary key (facet, value, block)
);
-- Compressed in its row: few members have most values.
alter table directory_bits alter column members set storage main;

create function directory_filter_values(f directory_facts) returns table (facet text, value text)
  language sql immutable as $$
  select 'networks', unnest(f.network_ids)::text
  union all select 'areas', unnest(f.area_ids)::text
  union all select 'industries', unnest(f.industry_ids)::text
  union all select 'law schools', f.law_school_id::text where f.law_school_id is not null
  union all select 'chapters', f.chapter_id::text where f.chapter_id is not null
  union all select 'company types', f.company_type_id::text where f.company_type_id is not null
  union all select 'cities', concat(f.city, E'\t', f.country) where f.city is not null
  union all select 'city keys', f.city_key where f.city_key is not null
  union all select 'traits', unnest(f.traits)::text
$$;

-- Toggles the bits that differ between two versions of some rows, in one order for all writers.
create function mark_directory(before directory_facts[], after directory_facts[]) returns void language plpgsql as $$
declare
  none constant bit(16384) := repeat('0', 16384)::bit(16384);
begin
  insert into directory_places (user_id, name_key)
    select a.user_id, a.name_key from unnest(after) a
    -- Without this, each change would use up a place.
    where not exists (select from directory_places p where p.user_id = a.user_id) order by 1
    on conflict (user_id) do nothing;
  update directory_places p set name_key = a.name_key from unnest(after) a where a.user_id = p.user_id and a.name_key <> p.name_key;
  insert into directory_bits as x (facet, value, block, members)
    select c.facet, c.value, p.place / 16384, bit_or(set_bit(none, p.place % 16384, 1))
    from (
      select v.facet, v.value, (r.f).user_id from (select b, -1 as step from unnest(before) b union all select a, 1 from unnest(after) a) r(f, step)
      cross join lateral (select distinct d.facet, d.value from directory_filter_values(r.f) d) v
      group by 1, 2, 3 having sum(step) <> 0) c
    join directory_places p on p.user_id = c.user_id
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (facet, value, block) do update set members = x.members # excluded.members;
  if cardinality(before) > 0 then
    -- Nothing of a member remains: the last member of a city may have deleted the account.
    delete from directory_bits x using (
      select distinct v.facet, v.value from unnest(before) b cross join lateral directory_filter_values(b) v) gone
      where x.facet = gone.facet and x.value = gone.value and bit_count(x.members) = 0;
    delete from directory_places p using unnest(before) b
      where p.user_id = b.user_id and not exists (select from directory_facts f where f.user_id = b.user_id);
  end if;
end
$$;

-- The places that most of these bits have set, and how many, with the bits of one block and value each. Counted for all
-- members of a block at once: `a` to `d` are the binary digits of each member's count, which stops at fifteen. Of
-- equally many beyond `most`, those who joined the directory last.
create function nearest_places(blocks integer[], members bit[], most integer)
  returns table (place integer, nearness integer) language plpgsql immutable as $$
declare
  block integer; level integer; found integer := 0;
  a bit(16384); b bit(16384); c bit(16384); d bit(16384); carry bit(16384); kept bit(16384); chosen bit(16384);
  levels bit(16384)[]; owners integer[]; heights integer[]; at integer;
begin
  foreach block in array array(select distinct x from unnest(blocks) x) loop
    a := repeat('0', 16384)::bit(16384); b := a; c := a; d := a;
    for carry in select m from unnest(blocks, members) u(x, m) where x = block loop
      carry := carry & ~(a & b & c & d);
      kept := a & carry; a := a # carry; carry := kept;
      kept := b & carry; b := b # carry; carry := kept;
      kept := c & carry; c := c # carry; carry := kept;
      d := d # carry;
    end loop;
    for level in 1..15 loop
      chosen := case when level & 1 = 0 then ~a else a end & case when level & 2 = 0 then ~b else b end
        & case when level & 4 = 0 then ~c else c end & case when level & 8 = 0 then ~d else d end;
      if bit_count(chosen) > 0 then
        levels := levels || chosen; owners := owners || block; heights := heights || level;
      end if;
    end loop;
  end loop;
  for level, at in select h, n from unnest(heights) with ordinality u(h, n) order by h desc, owners[n] desc loop
    exit when found >= most and level < nearness;
    nearness := level;
    found := found + bit_count(levels[at]);
    return query select owners[at] * 16384 + g, level from generate_series(16383, 0, -1) g where get_bit(levels[at], g) = 1 limit most;
  end loop;
end
$$;

create or replace function count_directory_added() returns trigger language plpgsql as $$
declare
  after constant directory_facts[] := array(select a::directory_facts from added a);
begin
  perform count_directory('{}', after);
  perform mark_directory('{}', after);
  return null;
end
$$;
create or replace function count_directory_changed() returns trigger language plpgsql as $$
declare
  before constant directory_facts[] := array(select r::directory_facts from removed r);
  after constant directory_facts[] := array(select a::directory_facts from added a);
begin
  perform count_directory(before, after);
  perform mark_directory(before, after);
  return null;
end
$$;
create or replace function count_directory_gone() returns trigger language plpgsql as $$
declare
  before constant directory_facts[] := array(select r::directory_facts from removed r);
begin
  perform count_directory(before, '{}');
  perform mark_directory(before, '{}');
  return null;
end
$$;

select mark_directory('{}', array(select f from directory_facts f));
