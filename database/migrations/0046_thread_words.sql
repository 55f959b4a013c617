-- The words of everything that all readers of a thread may read: a search of the feed finds a thread by its replies. Made
-- of what the search has indexed, so writing a reply costs nothing more. Words without their places: one row for a thread
-- instead of one for a message lets a usual word be looked up in a tenth of the time.
create table thread_words (
  thread_id bigint primary key references threads on delete cascade,
  words tsvector not null
);
-- The words lie beside the rows, so that counting those that match passes over a few pages only.
alter table thread_words alter column words set storage external, set (toast_tuple_target = 128);
create index thread_words_words on thread_words using gin (words);

-- The words of each private reply, found by its readers alone.
create table private_words (
  message_id bigint primary key references messages on delete cascade,
  reader_ids bigint[] not null,
  words tsvector not null
);
create index private_words_words on private_words using gin (reader_ids, words);

create function refresh_thread_words(thread_ids bigint[]) returns void language plpgsql as $$
begin
  -- One after the other, or the later of two would not see what the earlier wrote.
  perform pg_advisory_xact_lock(hashtextextended('thread_words', 0));
  delete from thread_words where thread_id = any(thread_ids);
  insert into thread_words (thread_id, words)
    select m.thread_id, array_to_tsvector(array_agg(distinct w.lexeme))
    from messages m join search_items i on i.message_id = m.id and i.entity_type = 'message'
      cross join unnest(tsvector_to_array(i.words)) w(lexeme)
    where m.thread_id = any(thread_ids) and m.visible and not m.is_private
    group by m.thread_id;
end
$$;

-- What is said for the first time, or shown again, is added to what stands there, without a look at the rest of the thread.
create function extend_thread_words(item_ids bigint[]) returns void language sql as $$
  insert into thread_words as t (thread_id, words)
    select m.thread_id, array_to_tsvector(array_agg(distinct w.lexeme))
    from search_items i join messages m on m.id = i.message_id and m.visible and not m.is_private
      cross join unnest(tsvector_to_array(i.words)) w(lexeme)
    where i.id = any(item_ids) and i.entity_type = 'message' group by m.thread_id
    on conflict (thread_id) do update set words = t.words || excluded.words;
  insert into private_words (message_id, reader_ids, words)
    select m.id, m.private_reader_ids, i.words from search_items i join messages m on m.id = i.message_id and m.is_private
    where i.id = any(item_ids) and i.entity_type = 'message'
    on conflict (message_id) do update set reader_ids = excluded.reader_ids, words = excluded.words;
$$;

create function add_thread_words() returns trigger language plpgsql as $$
begin
  perform extend_thread_words(array(select a.id from added a));
  return null;
end
$$;
create trigger search_items_added after insert on search_items referencing new table as added
  for each statement execute function add_thread_words();

-- Words that are gone, and those of what is shown no more, can only be told from the whole thread.
create function change_thread_words() returns trigger language plpgsql as $$
begin
  perform extend_thread_words(array(select n.id from now_there n));
  perform refresh_thread_words(array(
    select distinct t.id from now_there n join was_there w on w.id = n.id join messages m on m.id = n.message_id
      cross join unnest(array[n.thread_id, w.thread_id]) t(id)
    where n.entity_type = 'message' and not m.is_private
      and (n.words <> w.words or n.thread_id <> w.thread_id or not m.visible)));
  return null;
end
$$;
create trigger search_items_changed after update on search_items referencing new table as now_there old table as was_there
  for each statement execute function change_thread_words();

create function drop_thread_words() returns trigger language plpgsql as $$
begin
  delete from private_words p using gone g where g.entity_type = 'message' and p.message_id = g.message_id;
  perform refresh_thread_words(array(select distinct g.thread_id from gone g where g.entity_type = 'message'));
  return null;
end
$$;
create trigger search_items_gone after delete on search_items referencing old table as gone
  for each statement execute function drop_thread_words();

-- The job of the search fills it, thread by thread, while the server runs.
insert into search_changes (entity_type, entity_id)
  select 'message', m.id from messages m where m.is_original_message
  on conflict (entity_type, entity_id) do nothing;
