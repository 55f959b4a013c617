-- One search over what members write: words without their accents and endings.
create text search configuration words (copy = english);
alter text search configuration words alter mapping for hword, hword_part, word with unaccent, english_stem;

-- What can be found: one row for a message or a file of it, with its words, those of the topic weighed A.
create table search_items (
  id bigint generated always as identity primary key,
  entity_type text not null check (entity_type in ('message', 'file')),
  entity_id bigint not null,
  -- Found by whoever may read this message, and nobody else.
  message_id bigint not null references messages on delete cascade,
  thread_id bigint not null references threads on delete cascade,
  words tsvector not null,
  length integer not null,
  pub_date timestamptz not null,
  unique (entity_type, entity_id)
);
create index search_items_words on search_items using gin (words);
create index search_items_date on search_items (pub_date desc, id desc);
create index search_items_message on search_items (message_id);
create index search_items_thread on search_items (thread_id);

-- What has changed since it was last looked at. Written in the transaction of the change, so nothing is forgotten when
-- a server is killed, and taken away in the transaction that indexes it.
create table search_changes (
  entity_type text not null check (entity_type in ('message', 'file')),
  entity_id bigint not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (entity_type, entity_id)
);

create function note_messages_added() returns trigger language plpgsql as $$
begin
  insert into search_changes (entity_type, entity_id) select 'message', a.id from added a
    on conflict (entity_type, entity_id) do update set changed_at = clock_timestamp();
  return null;
end
$$;
create trigger messages_searched_added after insert on messages referencing new table as added
  for each statement execute function note_messages_added();

create function note_message_changed() returns trigger language plpgsql as $$
begin
  insert into search_changes (entity_type, entity_id) values ('message', new.id)
    on conflict (entity_type, entity_id) do update set changed_at = clock_timestamp();
  return null;
end
$$;
create trigger messages_searched_changed
  after update of cleaned_body, thread_id, removed_at, moderation_processed, moderation_approved on messages
  for each row execute function note_message_changed();

create function note_topic_changed() returns trigger language plpgsql as $$
begin
  insert into search_changes (entity_type, entity_id)
    select 'message', m.id from messages m where m.thread_id = new.id and m.is_original_message
    on conflict (entity_type, entity_id) do update set changed_at = clock_timestamp();
  return null;
end
$$;
create trigger threads_searched_changed after update of topic on threads
  for each row when (old.topic is distinct from new.topic) execute function note_topic_changed();

create function note_file_added() returns trigger language plpgsql as $$
begin
  insert into search_changes (entity_type, entity_id) values ('file', new.id) on conflict do nothing;
  return null;
end
$$;
create trigger message_attachments_searched after insert on message_attachments
  for each row execute function note_file_added();

create function words_in(words tsvector) returns integer language sql immutable parallel safe as $$
  select coalesce(sum(cardinality(positions)), 0)::integer from unnest(words)
$$;

-- Brings up to so many changed messages in line, and says how many there were. Several workers take different ones.
create function index_messages(at_once integer) returns integer language sql as $$
  with changed as (
    select c.entity_id from search_changes c where c.entity_type = 'message'
    order by c.entity_id limit at_once for update skip locked),
  taken as (
    delete from search_changes d using changed c where d.entity_type = 'message' and d.entity_id = c.entity_id
    returning d.entity_id as id),
  gone as (
    delete from search_items i using taken t
    where i.message_id = t.id and not exists (select from messages m where m.id = t.id and m.removed_at is null)),
  written as (
    insert into search_items (entity_type, entity_id, message_id, thread_id, words, length, pub_date)
    select 'message', w.id, w.id, w.thread_id, w.words, words_in(w.words), w.pub_date from (
      select m.id, m.thread_id, m.pub_date,
        case when m.is_original_message then setweight(to_tsvector('words', t.topic), 'A') else '' end
          || to_tsvector('words', left(m.cleaned_body, 100000)) as words
      from taken x join messages m on m.id = x.id and m.removed_at is null join threads t on t.id = m.thread_id) w
    on conflict (entity_type, entity_id) do update
      set thread_id = excluded.thread_id, words = excluded.words, length = excluded.length, pub_date = excluded.pub_date)
  select count(*)::integer from taken
$$;

-- In how many items a word stands, counted nightly over a sample: what is rare says more.
create table search_lexemes (
  lexeme text primary key,
  documents integer not null
);
create table search_collection (
  only_one boolean primary key default true check (only_one),
  documents integer not null,
  average_length double precision not null
);
insert into search_collection (documents, average_length) values (1, 100);

create function count_lexemes(sample integer) returns void language plpgsql as $$
begin
  delete from search_lexemes;
  insert into search_lexemes (lexeme, documents)
    select word, ndoc from ts_stat(format('select words from search_items order by id desc limit %s', sample)) where ndoc > 1;
  update search_collection set documents = greatest(c.documents, 1), average_length = greatest(c.average_length, 1)
    from (select count(*)::integer as documents, coalesce(avg(length), 100) as average_length
      from (select length from search_items order by id desc limit sample) s) c;
end
$$;

-- How often a word stands in an item, from ts_rank, which adds 1/1² + 1/2² + … for its places and divides by π²/6.
-- The rest of that sum beyond n places is 1/(n + ½) almost exactly, so n comes back out of it.
create function times_in(rank real) returns double precision language sql immutable parallel safe as $$
  select 1 / (1.6449340668482264 * (1 - rank::double precision)) - 0.5
$$;

-- BM25 with k1 1.5 and b 0.75; a word of the topic counts twice more. `terms` and how rare each is go side by side.
create function bm25(words tsvector, length integer, average_length double precision, terms tsquery[], rarities double precision[])
returns double precision language sql immutable parallel safe as $$
  select coalesce(sum(q.rarity * q.times * 2.5 / (q.times + 1.5 * (0.25 + 0.75 * length / average_length))), 0) from (
    select t.rarity, times_in(ts_rank('{1,1,1,1}', words, t.term)) + 2 * ts_rank('{0,0,0,1}', words, t.term) as times
    from unnest(terms, rarities) as t(term, rarity) where words @@ t.term) q
$$;

-- From 1 for what is new down to 0, to a third with each `over` that has passed.
create function freshness(at timestamptz, over interval) returns double precision language sql stable parallel safe as $$
  select exp(-greatest(0, extract(epoch from now() - at)) / extract(epoch from over))
$$;

-- What members searched for and found worth opening. Suggested to others once several have, never with whose it was.
create table searches (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  search_section text not null check (search_section in ('all', 'threads', 'members', 'experts', 'peer_documents', 'events', 'learning_hub', 'inbox')),
  query text not null check (length(query) between 2 and 100),
  searched_at timestamptz not null default now(),
  unique (user_id, search_section, query)
);
create index searches_query on searches (search_section, query text_pattern_ops);
