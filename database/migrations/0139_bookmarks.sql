-- What members save for later, alone or in collections. Nobody else can see it.
create table bookmark_collections (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  title text not null check (length(title) between 1 and 80),
  -- The number of the last change, by which its response finds the collections that it altered.
  alteration bigint not null,
  created_at timestamptz not null default now()
);
create unique index bookmark_collections_title on bookmark_collections (user_id, lower(title));
create sequence bookmark_alterations;

create table bookmarks (
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('EVENT', 'EVENT_DOCUMENT', 'EVENT_MAINSTAGE_SESSION', 'EVENT_VIDEO', 'PEER_DOCUMENT', 'SERIES',
    'SERIES_DOCUMENT', 'SERIES_VIDEO', 'THREAD')),
  item_id bigint not null,
  -- Without a collection it is among all bookmarks only.
  collection_id bigint references bookmark_collections on delete set null,
  note text check (length(note) between 1 and 500),
  -- Where it was saved: a kind of content or a section.
  source text check (length(source) between 1 and 100),
  -- Replies of a discussion when it was saved, to say how many are new.
  num_of_responses integer,
  bookmarked_at timestamptz not null default now(),
  primary key (user_id, kind, item_id)
);
create index bookmarks_collection on bookmarks (collection_id);
