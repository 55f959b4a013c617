-- Messages that not everybody who reads their thread may read: private, held or removed ones, with those who may. Kept by
-- the writing transaction, so a search decides from a few narrow rows what it may weigh and count.
create table restricted_messages (
  message_id bigint primary key references messages on delete cascade,
  reader_ids bigint[] not null,
  -- Staff read private messages, but not those that are held.
  is_shown boolean not null
);

create function keep_restricted_message(restricted_id bigint) returns void language plpgsql as $$
begin
  delete from restricted_messages where message_id = restricted_id;
  insert into restricted_messages (message_id, reader_ids, is_shown)
    select m.id,
      case when m.visible then m.private_reader_ids
        when m.removed_at is null and m.moderation_processed is not null
          then array[coalesce((select a.user_id from anonymous_messages a where a.message_id = m.id), m.sender_id)]
        else '{}' end, m.visible
    from messages m where m.id = restricted_id and (m.is_private or not m.visible);
end
$$;
create function note_restricted_message() returns trigger language plpgsql as $$
begin
  perform keep_restricted_message(new.id);
  return null;
end
$$;
create trigger messages_restricted_added after insert on messages
  for each row when (new.is_private or not new.visible) execute function note_restricted_message();
create trigger messages_restricted_changed after update on messages for each row
  when (old.visible <> new.visible or old.is_private <> new.is_private or old.private_reader_ids <> new.private_reader_ids
    or old.sender_id <> new.sender_id or old.moderation_processed is distinct from new.moderation_processed)
  execute function note_restricted_message();
create function note_restricted_author() returns trigger language plpgsql as $$
begin
  perform keep_restricted_message(new.message_id);
  return null;
end
$$;
create trigger anonymous_messages_restricted after insert on anonymous_messages
  for each row execute function note_restricted_author();

insert into restricted_messages (message_id, reader_ids, is_shown)
  select m.id,
    case when m.visible then m.private_reader_ids
      when m.removed_at is null and m.moderation_processed is not null then array[coalesce(a.user_id, m.sender_id)] else '{}' end, m.visible
  from messages m left join anonymous_messages a on a.message_id = m.id where m.is_private or not m.visible;

-- How many public messages of a channel hold a word, so that what is rare is told from what the asker may read.
create table search_channels (
  channel integer primary key,
  documents integer not null,
  average_length double precision not null
);
create table search_channel_words (
  lexeme text not null,
  channel integer not null,
  documents integer not null,
  primary key (lexeme, channel)
);

-- Counted over the newest `sample` of each channel, and scaled to all. Words that stand in one message are left out.
create function count_channel_words(sample integer) returns void language plpgsql as $$
declare
  each record;
  counted record;
begin
  delete from search_channel_words;
  delete from search_channels;
  create temp table if not exists sampled (id bigint primary key, words tsvector not null, length integer not null) on commit drop;
  for each in select distinct e.channel from feed_entries e loop
    delete from sampled;
    insert into sampled
      select i.id, i.words, i.length from feed_entries e join search_items i on i.thread_id = e.thread_id
      where e.channel = each.channel and not exists (select from restricted_messages r where r.message_id = i.message_id)
      order by i.id desc limit sample;
    select count(*)::integer as documents, avg(s.length) as average_length,
      (select count(*) from feed_entries e join search_items i on i.thread_id = e.thread_id where e.channel = each.channel) as in_all
      into counted from sampled s;
    continue when counted.documents = 0;
    insert into search_channels (channel, documents, average_length)
      values (each.channel, counted.in_all, greatest(counted.average_length, 1));
    insert into search_channel_words (lexeme, channel, documents)
      select word, each.channel, round(ndoc * (counted.in_all::float8 / counted.documents))
      from ts_stat('select words from sampled') where ndoc > 1;
  end loop;
end
$$;

-- Other spellings of a word, British and American. What is no word stands nowhere, so a rule may produce it.
create function spellings(word text) returns setof text language sql immutable parallel safe as $$
  with pairs(a, b) as (values
    ('licence', 'license'), ('licences', 'licenses'), ('defence', 'defense'), ('defences', 'defenses'), ('offence', 'offense'), ('offences', 'offenses'),
    ('practise', 'practice'), ('practising', 'practicing'), ('programme', 'program'), ('programmes', 'programs'), ('judgement', 'judgment'),
    ('judgements', 'judgments'), ('acknowledgement', 'acknowledgment'), ('centre', 'center'), ('centres', 'centers'), ('instalment', 'installment'),
    ('instalments', 'installments'), ('fulfil', 'fulfill'), ('fulfilment', 'fulfillment'), ('enrol', 'enroll'), ('enrolment', 'enrollment'),
    ('catalogue', 'catalog'), ('dialogue', 'dialog'), ('analyse', 'analyze'), ('analysed', 'analyzed'), ('analysing', 'analyzing'),
    ('cancelled', 'canceled'), ('cancelling', 'canceling'), ('labelled', 'labeled'), ('labelling', 'labeling'), ('modelling', 'modeling'),
    ('modelled', 'modeled'), ('travelled', 'traveled'), ('travelling', 'traveling'), ('counsellor', 'counselor'), ('skilful', 'skillful'),
    ('ageing', 'aging'), ('cheque', 'check'), ('cheques', 'checks'), ('sceptical', 'skeptical'), ('aluminium', 'aluminum'), ('grey', 'gray'))
  select b from pairs where a = word union select a from pairs where b = word
  union select regexp_replace(word, 'is(e|es|ed|er|ers|ing|ation|ations|ational)$', 'iz\1') where word ~ '^.{3,}is(e|es|ed|er|ers|ing|ation|ations|ational)$'
  union select regexp_replace(word, 'iz(e|es|ed|er|ers|ing|ation|ations|ational)$', 'is\1') where word ~ '^.{3,}iz(e|es|ed|er|ers|ing|ation|ations|ational)$'
  union select regexp_replace(word, 'our(s|ed|ing|able|ably|ite|ites|ful)?$', 'or\1') where word ~ '^.{3,}our(s|ed|ing|able|ably|ite|ites|ful)?$'
  union select regexp_replace(word, 'or(s|ed|ing|able|ably|ite|ites|ful)?$', 'our\1') where word ~ '^.{3,}or(s|ed|ing|able|ably|ite|ites|ful)?$'
$$;

-- What must stand there as it is written: phrases in quotes, and all that is excluded. All of it where a phrase has an
-- alternative. Null if nothing.
create function must_hold(search text) returns tsquery language sql stable parallel safe as $$
  select nullif(case when search ~ '"' and search ~* '\mor\M' then websearch_to_tsquery('words', search)
    else websearch_to_tsquery('words', (
      select string_agg(m[1], ' ') from regexp_matches(search, '((?:(?<=^|\s)-)?"[^"]*"|(?<=^|\s)-[^\s"]+)', 'g') m)) end, ''::tsquery)
$$;
-- The words of a search and their other spellings: those of one `place` count as one word. `position`: where it was typed.
create function words_of_search(search text) returns table (place integer, "position" integer, lexeme text) language sql stable parallel safe as $$
  with wanted as (
    select regexp_replace(search, '(^|\s)-("[^"]*"|[^\s"]+)', ' ', 'g') as written),
  stems as (
    select (row_number() over (order by t.positions[1], t.lexeme))::integer as place, t.positions[1]::integer as "position", t.lexeme
    from wanted cross join unnest(to_tsvector('words', written)) t)
  select s.place, s."position", s.lexeme from stems s
  union
  select s.place, s."position", v.lexeme from wanted
    cross join regexp_split_to_table(lower(unaccent(written)), '[^[:alpha:]]+') w(word)
    cross join lateral unnest(to_tsvector('words', w.word)) o join stems s on s.lexeme = o.lexeme
    cross join lateral spellings(w.word) other cross join lateral unnest(to_tsvector('words', other)) v
  where length(w.word) > 3
$$;

-- In a short word only a missing, an added or a moved letter: with one letter replaced, "cafe" would become "case".
create or replace function is_misspelt(typed text, word text) returns boolean language sql immutable parallel safe as $$
  select (length(typed) >= 6 and levenshtein_less_equal(typed, word, 2) <= 2)
    or (length(typed) <> length(word) and levenshtein_less_equal(typed, word, 1) <= 1)
    or (length(typed) = length(word) and levenshtein_less_equal(typed, word, 2) = 2
      and (select string_agg(c, '' order by c) from regexp_split_to_table(typed, '') c)
        = (select string_agg(c, '' order by c) from regexp_split_to_table(word, '') c))
$$;
