-- The Learning Hub: series of recorded parts with documents, speakers and sponsors.
create table series (
  id bigint generated always as identity primary key,
  peer_network_id bigint not null references peer_networks,
  title text not null check (length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 5000),
  -- A picture for the cover; null for a drawn one.
  image_key text,
  -- Null while staff prepare it.
  published_at timestamptz,
  created_at timestamptz not null default now(),
  words tsvector not null generated always as (
    setweight(to_tsvector('words', title), 'A') || to_tsvector('words', description)) stored
);
create index series_network on series (peer_network_id, published_at desc);
create index series_words on series using gin (words);

create table series_videos (
  id bigint generated always as identity primary key,
  series_id bigint not null references series on delete cascade,
  index integer not null check (index > 0),
  video_id bigint not null references material_videos,
  title text not null check (length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 5000),
  -- Null: from the start.
  available_from timestamptz,
  words tsvector not null generated always as (
    setweight(to_tsvector('words', title), 'A') || to_tsvector('words', description)) stored,
  -- Parts change places in one transaction.
  unique (series_id, index) deferrable initially deferred
);
create index series_videos_video on series_videos (video_id);
create index series_videos_words on series_videos using gin (words);

create table series_documents (
  id bigint generated always as identity primary key,
  series_id bigint not null references series on delete cascade,
  file_id bigint not null references material_files,
  title text not null check (length(title) between 1 and 200),
  place integer not null default 0,
  available_from timestamptz,
  words tsvector not null generated always as (to_tsvector('words', title)) stored
);
create index series_documents_series on series_documents (series_id, place);
create index series_documents_file on series_documents (file_id);
create index series_documents_words on series_documents using gin (words);

create table series_speakers (
  id bigint generated always as identity primary key,
  series_id bigint not null references series on delete cascade,
  -- A member, or somebody from outside by name.
  user_id bigint references users on delete cascade,
  name text check (length(name) between 1 and 120),
  title text check (length(title) <= 200),
  place integer not null default 0,
  check ((user_id is null) <> (name is null))
);
create index series_speakers_series on series_speakers (series_id, place);
create index series_speakers_user on series_speakers (user_id);

create table series_sponsors (
  id bigint generated always as identity primary key,
  series_id bigint not null references series on delete cascade,
  -- Whom a request for an introduction addresses.
  first_name text not null check (length(first_name) between 1 and 80),
  company text not null check (length(company) between 1 and 120),
  -- Never sent to members.
  email citext not null check (length(email) between 3 and 254),
  -- What the sponsor paid for, as a sentence.
  paid_for text not null default '' check (length(paid_for) <= 300),
  place integer not null default 0
);
create index series_sponsors_series on series_sponsors (series_id, place);

-- Who asked a sponsor for an introduction, and agreed to what is shared.
create table sponsor_connections (
  id bigint generated always as identity primary key,
  sponsor_id bigint not null references series_sponsors on delete cascade,
  user_id bigint not null references users on delete cascade,
  message text not null default '' check (length(message) <= 2000),
  consented_at timestamptz not null default now(),
  mailed_at timestamptz
);
create index sponsor_connections_asked on sponsor_connections (sponsor_id, user_id, consented_at);
create index sponsor_connections_user on sponsor_connections (user_id);
