-- What members say about themselves, and the directory in which others find them.

-- Lists that members choose from. Their entries come with the next migration, because they are the same everywhere.
create table industries (
  id bigint generated always as identity primary key,
  name text not null unique,
  -- The sector that an industry belongs to.
  parent_type text not null
);
create table industry_groups (
  id bigint generated always as identity primary key,
  name text not null unique,
  -- Offered in networks of this discipline; null: in all.
  discipline_type text check (discipline_type in ('finance', 'legal', 'executive'))
);
create table interests (id bigint generated always as identity primary key, name text not null unique);
create table law_schools (
  id bigint generated always as identity primary key,
  name text not null unique,
  country text not null
);
create table law_firms (id bigint generated always as identity primary key, name text not null unique);
create table prices (
  id bigint generated always as identity primary key,
  -- Zero stands for "not known" and is offered to nobody.
  index integer not null unique check (index >= 0),
  name text not null
);
create table chapters (
  id bigint generated always as identity primary key,
  name text not null unique,
  is_international boolean not null default false
);
create table business_models (id bigint generated always as identity primary key, name text not null unique);
create table business_types (
  id bigint generated always as identity primary key,
  name text not null unique,
  type text not null
);
create table employment_statuses (
  id bigint generated always as identity primary key,
  name text not null unique,
  is_transitioning boolean not null default false
);
create table areas_of_responsibility (id bigint generated always as identity primary key, name text not null unique);
create table additional_areas (id bigint generated always as identity primary key, name text not null unique);
create table locations (
  id bigint generated always as identity primary key,
  name text not null,
  state text not null,
  country text not null,
  lat double precision not null,
  long double precision not null,
  unique (name, state, country)
);

alter table companies add column type_id bigint references business_types,
  add column industry_ids bigint[] not null default '{}',
  add column business_model_ids bigint[] not null default '{}';

alter table users add constraint users_status_check check (length(status) <= 140) not valid;

-- One row for each person. What is chosen from lists stands here as ids (decision 0025).
create table profiles (
  user_id bigint primary key references users on delete cascade,
  employment_status_id bigint references employment_statuses,
  chapter_id bigint references chapters,
  live_event_chapter_ids bigint[] not null default '{}',
  interest_ids bigint[] not null default '{}',
  industry_ids bigint[] not null default '{}',
  industry_group_ids bigint[] not null default '{}',
  area_of_expertise_ids bigint[] not null default '{}',
  previous_practice text check (length(previous_practice) <= 200),
  law_school_id bigint references law_schools,
  recent_law_firm_id bigint references law_firms,
  year_started_inhouse integer,
  law_firm_ids bigint[] not null default '{}',
  area_of_responsibility_ids bigint[] not null default '{}',
  additional_area_ids bigint[] not null default '{}',
  -- From here on copied by refresh_profiles.
  -- In the directory stand counted members; the page of a running trial can be read as well.
  is_listed boolean not null default false,
  is_shown boolean not null default false,
  network_ids bigint[] not null default '{}',
  -- None where the primary network does not show them.
  shown_area_ids bigint[] not null default '{}',
  name_key text not null default '',
  -- Name and company, for what is nearly spelt right.
  words text not null default '',
  document tsvector not null default '',
  -- All that makes two members alike, one number for each: the kind times a million and the id.
  traits integer[] not null default '{}'
);
create index profiles_names on profiles (name_key, user_id) where is_listed;
create index profiles_words on profiles using gin (words gin_trgm_ops);
create index profiles_document on profiles using gin (document);
create index profiles_traits on profiles using gin (traits);

create function traits(kind integer, ids bigint[]) returns integer[] language sql immutable parallel safe as $$
  select coalesce(array_agg(kind * 1000000 + id::integer), '{}') from unnest(ids) id
$$;

-- Idempotent: brings the copied columns of these people up to date.
create function refresh_profiles(person_ids bigint[]) returns void language sql as $$
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
$$;

create function refresh_new_profiles() returns trigger language plpgsql as $$
begin
  perform refresh_profiles(array(select id from changed));
  return null;
end
$$;
create trigger users_profiles after insert on users
  referencing new table as changed for each statement execute function refresh_new_profiles();

create function refresh_changed_profile() returns trigger language plpgsql as $$
begin
  perform refresh_profiles(array[new.id]);
  return null;
end
$$;
-- Being online is written every two minutes and changes nothing here.
create trigger users_changed_profile after update on users for each row
  when ((old.first_name, old.last_name, old.title, old.company_name, old.city, old.state, old.country, old.bio, old.current_state, old.suspended)
    is distinct from (new.first_name, new.last_name, new.title, new.company_name, new.city, new.state, new.country, new.bio, new.current_state, new.suspended))
  execute function refresh_changed_profile();

create function refresh_member_profiles() returns trigger language plpgsql as $$
begin
  perform refresh_profiles(array(select distinct user_id from changed));
  return null;
end
$$;
create trigger memberships_profiles_new after insert on peer_network_memberships
  referencing new table as changed for each statement execute function refresh_member_profiles();
create trigger memberships_profiles_moved after update on peer_network_memberships
  referencing new table as changed for each statement execute function refresh_member_profiles();
create trigger memberships_profiles_gone after delete on peer_network_memberships
  referencing old table as changed for each statement execute function refresh_member_profiles();

create function refresh_network_profiles() returns trigger language plpgsql as $$
begin
  perform refresh_profiles(array(select user_id from peer_network_memberships where peer_network_id = new.id));
  return null;
end
$$;
create trigger networks_profiles after update on peer_networks for each row
  when (old.show_areas_of_expertise is distinct from new.show_areas_of_expertise)
  execute function refresh_network_profiles();

select refresh_profiles(array(select id from users));

create table bar_qualifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  state text not null check (length(state) between 1 and 100),
  bar_number text check (length(bar_number) <= 50),
  year_passed integer,
  upload_date timestamptz not null default now(),
  unique (user_id, state)
);

create table user_follows (
  user_id bigint not null references users on delete cascade,
  followed_user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, followed_user_id),
  check (user_id <> followed_user_id)
);
create index user_follows_followed on user_follows (followed_user_id, created_at desc);

-- Who looked at whose page, told to nobody: it counts.
create table profile_views (
  user_id bigint not null references users on delete cascade,
  viewed_user_id bigint not null references users on delete cascade,
  viewed_at timestamptz not null default now(),
  primary key (user_id, viewed_user_id)
);
create index profile_views_viewed on profile_views (viewed_user_id, viewed_at desc);

create table user_surveys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  answers jsonb not null default '{}',
  source text not null check (source in ('onboarding', 'other', 'survey', 'userProfile')),
  placement text check (placement in ('MemberPage', 'YearlyPrompt')),
  created_at timestamptz not null default now(),
  cancelled_at timestamptz
);
create index user_surveys_user on user_surveys (user_id, created_at desc);

-- Suggested members whom somebody has seen and passed over, until they start over.
create table passed_connections (
  user_id bigint not null references users on delete cascade,
  passed_user_id bigint not null references users on delete cascade,
  passed_at timestamptz not null default now(),
  primary key (user_id, passed_user_id)
);
create index passed_connections_passed on passed_connections (passed_user_id);

create table directory_searches (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- The variables of profilesSearchFilter.
  filters jsonb not null,
  has_alert boolean not null default false,
  -- Members who joined after this are news.
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (user_id, name)
);
