-- What documents, events and series share: files with the text of each page, and videos with captions, chapters and the
-- position of each viewer. Who may read a file or a video is decided by what it belongs to.
create table material_files (
  id bigint generated always as identity primary key,
  name text not null,
  file_type text not null,
  size bigint not null check (size > 0),
  storage_key text not null,
  -- The first page as a picture.
  preview_key text,
  num_of_pages integer check (num_of_pages >= 0),
  -- How reading its text ended; null while it is waiting.
  outcome text,
  attempts integer not null default 0,
  created_at timestamptz not null default now()
);
create index material_files_unread on material_files (id) where outcome is null;

create table material_pages (
  file_id bigint not null references material_files on delete cascade,
  number integer not null check (number > 0),
  label text not null check (label in ('Page', 'Sheet', 'Slide')),
  content text not null,
  words tsvector not null generated always as (to_tsvector('words', left(content, 300000))) stored,
  primary key (file_id, number)
);
create index material_pages_words on material_pages using gin (words);

create table material_videos (
  id bigint generated always as identity primary key,
  name text not null,
  file_type text not null,
  size bigint not null check (size > 0),
  storage_key text not null,
  poster_key text,
  -- In seconds.
  duration integer not null check (duration >= 0),
  created_at timestamptz not null default now()
);

-- What is said: the lines of the captions, which are also the transcript.
create table material_cues (
  video_id bigint not null references material_videos on delete cascade,
  place integer not null,
  starts_at_ms integer not null check (starts_at_ms >= 0),
  ends_at_ms integer not null check (ends_at_ms > starts_at_ms),
  speaker text,
  content text not null,
  words tsvector not null generated always as (to_tsvector('words', content)) stored,
  primary key (video_id, place)
);
create index material_cues_words on material_cues using gin (words);

create table material_chapters (
  video_id bigint not null references material_videos on delete cascade,
  starts_at_ms integer not null check (starts_at_ms >= 0),
  title text not null check (length(title) between 1 and 200),
  primary key (video_id, starts_at_ms)
);

create table watch_progress (
  user_id bigint not null references users on delete cascade,
  video_id bigint not null references material_videos on delete cascade,
  -- In seconds: where to go on, and what was watched, each second once.
  position integer not null check (position >= 0),
  watched int4multirange not null default '{}',
  completed_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (user_id, video_id)
);
create index watch_progress_video on watch_progress (video_id);

-- A link to download a file: for one member, for ten minutes. Its rows count the downloads.
create table material_downloads (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null,
  item_id bigint not null,
  file_id bigint not null references material_files on delete cascade,
  token text not null unique check (length(token) = 43),
  requested_at timestamptz not null default now(),
  opened_at timestamptz
);
create index material_downloads_file on material_downloads (file_id);
create index material_downloads_item on material_downloads (kind, item_id);
create index material_downloads_user on material_downloads (user_id);

-- Any of the words: a material is found by each of them, those with all of them first.
create function any_word_query(search text) returns tsquery
language sql stable parallel safe as $$
  select string_agg(quote_literal(t.lexeme), ' | ')::tsquery from unnest(to_tsvector('words', search)) t
$$;
