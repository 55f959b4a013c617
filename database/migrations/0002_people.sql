-- Users: members, staff and people imported from an archive who have not joined yet.
create table companies (
  id bigint generated always as identity primary key,
  name text not null,
  stage text,
  num_of_lawyers integer,
  num_of_financial_employees integer,
  num_of_employees text
);
create unique index companies_name on companies (lower(name));

create table users (
  id bigint generated always as identity primary key,
  first_name text not null,
  last_name text not null default '',
  name text generated always as (case when last_name = '' then first_name else first_name || ' ' || last_name end) stored,
  email citext not null unique,
  email_verified boolean not null default false,
  secondary_email citext,
  title text,
  company_id bigint references companies,
  -- Copied by the triggers below: a page of the feed names some 80 people, each with a company.
  company_name text,
  bio text check (length(bio) <= 2000),
  linkedin text,
  twitter_url text,
  profile_pic_url text,
  profile_thumbnail_url text,
  last_online_at timestamptz,
  status text,
  city text,
  state text,
  country text,
  lat double precision,
  long double precision,
  gender_identity text,
  year_started_profession integer,
  num_of_direct_reports integer,
  current_state text not null default 'not joined' check (current_state in ('not joined', 'onboarding', 'trial', 'full access', 'expired')),
  suspended boolean not null default false,
  is_staff boolean not null default false,
  registered boolean not null default false,
  on_boarding_complete boolean not null default false,
  current_onboarding_step text,
  membership_agreement_accepted boolean not null default false,
  terms_of_service_accepted boolean not null default false,
  privacy_policy_accepted boolean not null default false,
  trial_end_date timestamptz,
  full_access_exp_date timestamptz,
  next_profile_update_date timestamptz,
  date_joined timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  invite_code text,
  nominator_name text,
  card_status text,
  default_membership_id bigint,
  listserv_email_preference text not null default 'default' check (listserv_email_preference in ('all', 'daily_digest', 'default', 'none')),
  onboarding_checklist_completed boolean not null default false,
  onboarding_checklist_times_closed integer not null default 0,
  time_zone text not null default 'UTC'
);

create function copy_company_name() returns trigger language plpgsql as $$
begin
  new.company_name := (select c.name from companies c where c.id = new.company_id);
  return new;
end
$$;
create trigger users_company before insert or update of company_id on users for each row execute function copy_company_name();

create function spread_company_name() returns trigger language plpgsql as $$
begin
  update users set company_name = new.name where company_id = new.id;
  return null;
end
$$;
create trigger companies_name after update of name on companies for each row execute function spread_company_name();
create index users_company on users (company_id);
create unique index users_invite_code on users (invite_code) where invite_code is not null;

create table peer_network_memberships (
  user_id bigint not null references users on delete cascade,
  peer_network_id bigint not null references peer_networks on delete cascade,
  is_primary boolean not null default false,
  joined_at timestamptz not null default now(),
  primary key (user_id, peer_network_id)
);
create unique index peer_network_memberships_primary on peer_network_memberships (user_id) where is_primary;
create index peer_network_memberships_network on peer_network_memberships (peer_network_id, user_id);

alter table feature_flags add constraint feature_flags_user foreign key (user_id) references users on delete cascade;

-- How many counted members ("full access", not suspended) hold exactly this set of networks.
-- "1,595 members can read this" is a sum over a handful of these rows.
create table member_counts (
  networks bigint[] primary key,
  num_of_members integer not null
);

create function refresh_member_counts() returns void language sql as $$
  delete from member_counts;
  insert into member_counts
  select networks, count(*) from (
    select array_agg(m.peer_network_id order by m.peer_network_id) as networks
    from peer_network_memberships m join users u on u.id = m.user_id
    where u.current_state = 'full access' and not u.suspended
    group by u.id) held
  group by networks;
$$;
