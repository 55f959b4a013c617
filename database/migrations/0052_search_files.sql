-- What stands in the files of messages, so that they are found by it. Read beside the server's own work, file by file.
create table file_texts (
  attachment_id bigint primary key references message_attachments on delete cascade,
  -- Why there are words or none: what cannot be read is known, and is not tried for ever.
  outcome text not null check (outcome in
    ('read', 'empty', 'encrypted', 'broken', 'too_large', 'too_slow', 'unpacks_too_much', 'of_no_words', 'missing')),
  content text not null,
  read_at timestamptz not null default now()
);

-- How often a file was begun, and when last: one that takes its reader down is left after some times.
alter table search_changes add column attempts smallint not null default 0, add column taken_at timestamptz;

insert into search_changes (entity_type, entity_id) select 'file', id from message_attachments on conflict do nothing;

-- What goes with a whole thread is no longer found either, and comes back with it.
create function note_thread_removed() returns trigger language plpgsql as $$
begin
  insert into search_changes (entity_type, entity_id) select 'message', m.id from messages m where m.thread_id = new.id
    on conflict (entity_type, entity_id) do update set changed_at = clock_timestamp();
  return null;
end
$$;
create trigger threads_searched_removed after update of removed_at on threads
  for each row when (old.removed_at is distinct from new.removed_at) execute function note_thread_removed();

-- Brings up to so many changed messages in line with their files, and says how many there were. Several workers take
-- different ones. Pictures that stood inside a mail are no documents, and are not found by their names.
create or replace function index_messages(at_once integer) returns integer language sql as $$
  with changed as (
    select c.entity_id from search_changes c where c.entity_type = 'message'
    order by c.entity_id limit at_once for update skip locked),
  taken as (
    delete from search_changes d using changed c where d.entity_type = 'message' and d.entity_id = c.entity_id
    returning d.entity_id as id),
  gone as (
    delete from search_items i using taken t
    where i.message_id = t.id and not exists (
      select from messages m join threads o on o.id = m.thread_id where m.id = t.id and m.removed_at is null and o.removed_at is null)),
  written as (
    insert into search_items (entity_type, entity_id, message_id, thread_id, words, length, pub_date)
    select 'message', w.id, w.id, w.thread_id, w.words, words_in(w.words), w.pub_date from (
      select m.id, m.thread_id, m.pub_date,
        case when m.is_original_message then setweight(to_tsvector('words', t.topic), 'A') else '' end
          || to_tsvector('words', left(m.cleaned_body, 100000)) as words
      from taken x join messages m on m.id = x.id and m.removed_at is null join threads t on t.id = m.thread_id and t.removed_at is null) w
    on conflict (entity_type, entity_id) do update
      set thread_id = excluded.thread_id, words = excluded.words, length = excluded.length, pub_date = excluded.pub_date),
  filed as (
    insert into search_items (entity_type, entity_id, message_id, thread_id, words, length, pub_date)
    select 'file', w.id, w.message_id, w.thread_id, w.words, words_in(w.words), w.pub_date from (
      select a.id, a.message_id, m.thread_id, m.pub_date,
        setweight(to_tsvector('words', regexp_replace(a.name, '[._-]+', ' ', 'g')), 'A') || to_tsvector('words', f.content) as words
      from taken x join messages m on m.id = x.id and m.removed_at is null
        join threads t on t.id = m.thread_id and t.removed_at is null
        join message_attachments a on a.message_id = m.id and not a.inline join file_texts f on f.attachment_id = a.id) w
    on conflict (entity_type, entity_id) do update
      set thread_id = excluded.thread_id, words = excluded.words, length = excluded.length, pub_date = excluded.pub_date)
  select count(*)::integer from taken
$$;

-- Plain text around what was found first. Only the part in which it seems to stand is taken apart: a stem without its last
-- letter begins nearly every form of a word. Where it does not, the beginning is shown.
create function excerpt(content text, search text, options text) returns text language sql stable parallel safe as $$
  select case when q.words is null then left(content, 240)
    else ts_headline('words', substr(content, greatest(1, coalesce(p.place, 1) - 600), 4000), q.words, options) end
  from (select string_agg(quote_literal(t.lexeme), ' | ')::tsquery as words, array_agg(t.lexeme) as stems
    from unnest(to_tsvector('words', search)) t) q
  cross join lateral (
    select min(nullif(strpos(lower(unaccent(content)), left(s, greatest(3, length(s) - 1))), 0)) as place
    from unnest(q.stems) s) p
$$;
