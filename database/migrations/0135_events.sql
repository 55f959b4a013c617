-- Events with their people, materials and main-stage sessions, who attends them, and what members ask for.
create table event_categories (
  id bigint generated always as identity primary key,
  parent_id bigint references event_categories,
  name text not null unique check (length(name) between 1 and 80),
  -- What its hosts are called: "Hosts", "Moderators".
  hosts_label text not null default 'Hosts' check (length(hosts_label) between 1 and 40),
  -- One of the default images; null for the image of the parent.
  banner text check (banner ~ '^[a-z]{1,20}$'),
  check (parent_id <> id)
);

create table events (
  id bigint generated always as identity primary key,
  peer_network_id bigint not null references peer_networks,
  category_id bigint not null references event_categories,
  title text not null check (length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 20000),
  -- Times as the clock at the venue shows them. The instants follow from them, also after a change of the clocks.
  wall_start timestamp not null,
  wall_end timestamp not null,
  time_zone text not null,
  start_date timestamptz not null generated always as (wall_start at time zone time_zone) stored,
  end_date timestamptz not null generated always as (wall_end at time zone time_zone) stored,
  -- Where it began before staff moved it.
  moved_from timestamp,
  location_id bigint references locations,
  venue text check (length(venue) between 1 and 200),
  -- Null: nobody registers here.
  capacity integer check (capacity between 1 and 100000),
  taken integer not null default 0 check (taken >= 0),
  waiting integer not null default 0 check (waiting >= 0),
  -- Counts the changes that calendars must learn of.
  sequence integer not null default 0,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  words tsvector not null generated always as (
    setweight(to_tsvector('words', title), 'A') || to_tsvector('words', coalesce(venue, '') || ' ' || description)) stored,
  check (wall_end > wall_start)
);
create index events_network on events (peer_network_id, start_date, id);
create index events_start on events (start_date) where cancelled_at is null;
create index events_category on events (category_id);
create index events_location on events (location_id);
create index events_words on events using gin (words);

create table event_areas_of_expertise (
  event_id bigint not null references events on delete cascade,
  area_of_expertise_id bigint not null references areas_of_expertise on delete cascade,
  primary key (event_id, area_of_expertise_id)
);
create index event_areas_area on event_areas_of_expertise (area_of_expertise_id);

create table event_people (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  role text not null check (role in ('host', 'speaker', 'sponsor')),
  -- A member, or somebody from outside by name.
  user_id bigint references users on delete cascade,
  name text check (length(name) between 1 and 120),
  title text check (length(title) <= 200),
  -- Where a speaker is, if that is another zone than the venue.
  time_zone text,
  place integer not null default 0,
  check ((user_id is null) <> (name is null))
);
create index event_people_event on event_people (event_id, role, place);
create index event_people_user on event_people (user_id);

create table event_photos (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  caption text not null check (length(caption) between 1 and 200),
  file_type text not null,
  storage_key text not null,
  place integer not null default 0
);
create index event_photos_event on event_photos (event_id, place);

-- A session of an event's main stage; its recording is watched here.
create table mainstage_sessions (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  title text not null check (length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 20000),
  speakers text not null default '' check (length(speakers) <= 300),
  room text check (length(room) <= 120),
  -- In the time of the venue; null if the program does not say.
  wall_start timestamp,
  video_id bigint references material_videos,
  words tsvector not null generated always as (
    setweight(to_tsvector('words', title), 'A') || to_tsvector('words', speakers || ' ' || description)) stored
);
create index mainstage_sessions_event on mainstage_sessions (event_id);
create index mainstage_sessions_video on mainstage_sessions (video_id);
create index mainstage_sessions_words on mainstage_sessions using gin (words);

create table event_documents (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  session_id bigint references mainstage_sessions on delete set null,
  file_id bigint not null references material_files,
  title text not null check (length(title) between 1 and 200),
  -- Null: from the start.
  available_from timestamptz,
  created_at timestamptz not null default now(),
  words tsvector not null generated always as (to_tsvector('words', title)) stored
);
create index event_documents_event on event_documents (event_id);
create index event_documents_session on event_documents (session_id);
create index event_documents_file on event_documents (file_id);
create index event_documents_words on event_documents using gin (words);

create table event_videos (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  video_id bigint not null references material_videos,
  title text not null check (length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 20000),
  created_at timestamptz not null default now(),
  words tsvector not null generated always as (
    setweight(to_tsvector('words', title), 'A') || to_tsvector('words', description)) stored
);
create index event_videos_event on event_videos (event_id);
create index event_videos_video on event_videos (video_id);
create index event_videos_words on event_videos using gin (words);

create table event_registrations (
  event_id bigint not null references events on delete cascade,
  user_id bigint not null references users on delete cascade,
  status text not null check (status in ('going', 'waiting')),
  -- The order of the waiting list.
  number bigint generated always as identity,
  registered_at timestamptz not null default now(),
  promoted_at timestamptz,
  reminded_at timestamptz,
  primary key (event_id, user_id)
);
create index event_registrations_user on event_registrations (user_id);
create index event_registrations_waiting on event_registrations (event_id, number) where status = 'waiting';

-- Registrations also disappear with their members.
create function count_registrations() returns trigger
language plpgsql as $$
begin
  update events e set
    taken = e.taken + coalesce((new.status = 'going')::integer, 0) - coalesce((old.status = 'going')::integer, 0),
    waiting = e.waiting + coalesce((new.status = 'waiting')::integer, 0) - coalesce((old.status = 'waiting')::integer, 0)
  where e.id = coalesce(new.event_id, old.event_id);
  return null;
end
$$;
create trigger event_registrations_counted after insert or delete or update of status on event_registrations
  for each row execute function count_registrations();

create table event_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  event_id bigint references events on delete set null,
  description text not null check (length(description) between 1 and 2000),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  answered_by bigint references users on delete set null
);
create index event_requests_user on event_requests (user_id);
create index event_requests_event on event_requests (event_id);
create index event_requests_answered_by on event_requests (answered_by);
create index event_requests_open on event_requests (created_at) where answered_at is null;

create table viewer_events (
  user_id bigint not null references users on delete cascade,
  event_id bigint not null references events on delete cascade,
  viewed_at timestamptz not null default now(),
  primary key (user_id, event_id)
);
create index viewer_events_event on viewer_events (event_id);

-- The address of a member's calendar. Only its hash is stored.
create table calendar_tokens (
  user_id bigint primary key references users on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  fetched_at timestamptz
);
