-- What the directory filters, counts and suggests by: one narrow row for each listed member, and the counts of facets
-- for each exact set of networks, so that an unfiltered directory costs the same however many members there are.
create table directory_facts (
  user_id bigint primary key references users on delete cascade references profiles on delete cascade,
  network_ids bigint[] not null,
  name_key text not null,
  is_staff boolean not null,
  date_joined timestamptz not null,
  listed_at timestamptz,
  area_ids bigint[] not null,
  industry_ids bigint[] not null,
  traits integer[] not null,
  law_school_id bigint,
  chapter_id bigint,
  company_id bigint,
  company_type_id bigint,
  company_size text,
  company_stage text,
  company_industry_ids bigint[] not null,
  city text,
  country text,
  city_key text,
  lat double precision,
  long double precision
);
create index directory_facts_names on directory_facts (name_key, user_id);
create index directory_facts_joined on directory_facts (date_joined desc, user_id desc);
create index directory_facts_company on directory_facts (company_id) where company_id is not null;
create index directory_facts_city on directory_facts (city_key) where city_key is not null;

create table directory_facets (
  network_ids bigint[] not null,
  facet text not null check (facet in ('members', 'areas', 'industries', 'law schools', 'chapters', 'company types')),
  value_id bigint not null,
  num_of_members integer not null,
  primary key (network_ids, facet, value_id)
);
create table directory_cities (
  network_ids bigint[] not null,
  city text not null,
  country text not null,
  num_of_members integer not null,
  num_of_places integer not null,
  sum_of_lat double precision not null,
  sum_of_long double precision not null,
  primary key (network_ids, city, country)
);

create function directory_values(f directory_facts) returns table (facet text, value_id bigint)
  language sql immutable as $$
  select 'members', 0::bigint
  union all select 'areas', unnest(f.area_ids)
  union all select 'industries', unnest(f.industry_ids)
  union all select 'law schools', f.law_school_id where f.law_school_id is not null
  union all select 'chapters', f.chapter_id where f.chapter_id is not null
  union all select 'company types', f.company_type_id where f.company_type_id is not null
$$;

-- Adds the difference between two versions of some rows to the counts, in one order for all writers.
create function count_directory(before directory_facts[], after directory_facts[]) returns void language sql as $$
  insert into directory_facets as x (network_ids, facet, value_id, num_of_members)
    select (f).network_ids, v.facet, v.value_id, sum(step)
    from (select b as f, -1 as step from unnest(before) b union all select a, 1 from unnest(after) a) changed
    cross join lateral directory_values(f) v
    group by 1, 2, 3 having sum(step) <> 0 order by 1, 2, 3
    on conflict (network_ids, facet, value_id) do update set num_of_members = x.num_of_members + excluded.num_of_members;
  insert into directory_cities as x (network_ids, city, country, num_of_members, num_of_places, sum_of_lat, sum_of_long)
    select (f).network_ids, (f).city, coalesce((f).country, ''), sum(step),
      coalesce(sum(step) filter (where (f).lat is not null), 0), coalesce(sum(step * (f).lat), 0), coalesce(sum(step * (f).long), 0)
    from (select b as f, -1 as step from unnest(before) b union all select a, 1 from unnest(after) a) changed
    where (f).city is not null
    group by 1, 2, 3 having sum(step) <> 0 or sum(step * (f).lat) <> 0 or sum(step * (f).long) <> 0 order by 1, 2, 3
    on conflict (network_ids, city, country) do update set num_of_members = x.num_of_members + excluded.num_of_members,
      num_of_places = x.num_of_places + excluded.num_of_places, sum_of_lat = x.sum_of_lat + excluded.sum_of_lat,
      sum_of_long = x.sum_of_long + excluded.sum_of_long;
  -- Nothing of a member remains: the last member of a city may have deleted the account.
  delete from directory_facets x using (select b.network_ids from unnest(before) b) gone
    where x.network_ids = gone.network_ids and x.num_of_members = 0;
  delete from directory_cities x using (select b.network_ids from unnest(before) b) gone
    where x.network_ids = gone.network_ids and x.num_of_members = 0;
$$;

create function count_directory_added() returns trigger language plpgsql as $$
begin
  perform count_directory('{}', array(select a::directory_facts from added a));
  return null;
end
$$;
create function count_directory_changed() returns trigger language plpgsql as $$
begin
  perform count_directory(array(select r::directory_facts from removed r), array(select a::directory_facts from added a));
  return null;
end
$$;
create function count_directory_gone() returns trigger language plpgsql as $$
begin
  perform count_directory(array(select r::directory_facts from removed r), '{}');
  return null;
end
$$;
create trigger directory_facts_added after insert on directory_facts
  referencing new table as added for each statement execute function count_directory_added();
create trigger directory_facts_changed after update on directory_facts
  referencing old table as removed new table as added for each statement execute function count_directory_changed();
create trigger directory_facts_gone after delete on directory_facts
  referencing old table as removed for each statement execute function count_directory_gone();

create function counted_directory_facts(person_ids bigint[]) returns setof directory_facts language sql stable as $$
  select p.user_id, p.network_ids, p.name_key, u.is_staff, u.date_joined, p.listed_at, p.shown_area_ids, p.industry_ids, p.traits,
    p.law_school_id, p.chapter_id, u.company_id, c.type_id, c.num_of_employees, c.stage, coalesce(c.industry_ids, '{}'),
    u.city, u.country, plain_words(u.city), u.lat, u.long
  from profiles p join users u on u.id = p.user_id left join companies c on c.id = u.company_id
  where p.is_listed and p.user_id = any(person_ids)
$$;

create function refresh_directory_facts(person_ids bigint[]) returns void language sql as $$
  delete from directory_facts f where f.user_id = any(person_ids)
    and not exists (select from profiles p where p.user_id = f.user_id and p.is_listed);
  insert into directory_facts as f select c.* from counted_directory_facts(person_ids) c order by c.user_id
    on conflict (user_id) do update set (network_ids, name_key, is_staff, date_joined, listed_at, area_ids, industry_ids, traits,
        law_school_id, chapter_id, company_id, company_type_id, company_size, company_stage, company_industry_ids, city, country,
        city_key, lat, long) =
      (excluded.network_ids, excluded.name_key, excluded.is_staff, excluded.date_joined, excluded.listed_at, excluded.area_ids,
        excluded.industry_ids, excluded.traits, excluded.law_school_id, excluded.chapter_id, excluded.company_id,
        excluded.company_type_id, excluded.company_size, excluded.company_stage, excluded.company_industry_ids, excluded.city,
        excluded.country, excluded.city_key, excluded.lat, excluded.long)
    where f is distinct from excluded;
$$;

-- Every way of changing a profile already ends in refresh_profiles.
create or replace function refresh_profiles(person_ids bigint[]) returns void language sql as $$
  insert into profiles as p (user_id)
    select u.id from users u where u.id = any(person_ids) and u.current_state <> 'not joined' order by 1
    on conflict (user_id) do nothing;
  update profiles p set shown_area_ids = case when coalesce((
      select n.show_areas_of_expertise from peer_network_memberships m join peer_networks n on n.id = m.peer_network_id
      where m.user_id = p.user_id and m.is_primary), true) then p.area_of_expertise_ids else '{}' end
  where p.user_id = any(person_ids);
  update profiles p set
    is_listed = u.current_state = 'full access' and not u.suspended,
    is_shown = u.current_state in ('full access', 'trial') and not u.suspended,
    network_ids = array(select m.peer_network_id from peer_network_memberships m where m.user_id = u.id order by 1),
    name_key = plain_words(u.last_name || ' ' || u.first_name),
    words = plain_words(concat_ws(' ', u.name, u.company_name)),
    document = setweight(to_tsvector('simple', plain_words(u.name)), 'A')
      || setweight(to_tsvector('simple', plain_words(concat_ws(' ', u.title, u.company_name))), 'B')
      || setweight(to_tsvector('simple', plain_words(concat_ws(' ', u.city, u.state, u.country))), 'C')
      || setweight(to_tsvector('simple', plain_words(concat_ws(' ', u.bio,
        (select string_agg(a.name, ' ') from areas_of_expertise a where a.id = any(p.shown_area_ids)),
        (select string_agg(i.name, ' ') from industries i where i.id = any(p.industry_ids))))), 'D'),
    traits = traits(1, p.industry_ids) || traits(2, p.interest_ids) || traits(3, array_remove(array[p.chapter_id], null))
      || traits(4, array_remove(array[p.law_school_id], null)) || traits(5, p.law_firm_ids) || traits(6, p.shown_area_ids)
  from users u where u.id = p.user_id and p.user_id = any(person_ids);
  select refresh_directory_facts(person_ids);
$$;

create function refresh_moved_member() returns trigger language plpgsql as $$
begin
  perform refresh_directory_facts(array[new.id]);
  return null;
end
$$;
create trigger users_moved after update on users for each row
  when (old.lat is distinct from new.lat or old.long is distinct from new.long or old.company_id is distinct from new.company_id
    or old.is_staff is distinct from new.is_staff)
  execute function refresh_moved_member();

create function refresh_company_members() returns trigger language plpgsql as $$
begin
  perform refresh_directory_facts(array(select u.id from users u where u.company_id = new.id));
  return null;
end
$$;
create trigger companies_facts after update on companies for each row
  when (old.type_id is distinct from new.type_id or old.stage is distinct from new.stage
    or old.num_of_employees is distinct from new.num_of_employees or old.industry_ids is distinct from new.industry_ids)
  execute function refresh_company_members();

select refresh_directory_facts(array(select user_id from profiles));
