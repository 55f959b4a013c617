-- Words as they are spelt, so that one typed wrongly is met by its neighbour. Whether a reader may be told of a word is
-- asked when it is suggested: by what they may read, and never where it is somebody's name.
create extension if not exists fuzzystrmatch;

create text search configuration spelled (copy = simple);
alter text search configuration spelled alter mapping for hword, hword_part, word with unaccent, simple;
-- No addresses, numbers or paths: they tell of somebody.
alter text search configuration spelled
  drop mapping for email, url, url_path, host, file, sfloat, float, int, uint, version, numword, numhword, hword_numpart, hword, asciihword;

create table search_words (
  word text primary key check (length(word) between 4 and 40),
  -- What the word is found by.
  lexeme text not null
);
create index search_words_alike on search_words using gin (word gin_trgm_ops);

-- The words of what is indexed that are not known yet. In order, so that two that learn do not wait for each other.
create function learn_words() returns trigger language plpgsql as $$
begin
  insert into search_words (word, lexeme)
    select w.word, s.lexeme from (
      select distinct v.lexeme as word from added a
      left join messages m on a.entity_type = 'message' and m.id = a.entity_id
      left join threads t on m.is_original_message and t.id = m.thread_id
      left join file_texts f on a.entity_type = 'file' and f.attachment_id = a.entity_id
      cross join lateral unnest(to_tsvector('spelled', left(concat_ws(' ', t.topic, m.cleaned_body, f.content), 300000))) v
      where length(v.lexeme) between 4 and 40) w
    cross join lateral unnest(to_tsvector('words', w.word)) s
    where not exists (select from search_words k where k.word = w.word)
    order by w.word
    on conflict (word) do nothing;
  return null;
end
$$;
create trigger search_items_words_added after insert on search_items referencing new table as added
  for each statement execute function learn_words();
create trigger search_items_words_changed after update on search_items referencing new table as added
  for each statement execute function learn_words();

-- What is written already is learnt from when it is indexed once more, a share at a time.
insert into search_changes (entity_type, entity_id) select 'message', id from messages on conflict do nothing;

-- Of the next so many words those that stand nowhere any more are forgotten with what was removed. Those that are usual need
-- no look. The last word looked at, or null where there are no more.
create function forget_words(after text, at_once integer) returns text language sql as $$
  with share as (select w.word, w.lexeme from search_words w where w.word > after order by w.word limit at_once),
  gone as (
    delete from search_words w using share s where w.word = s.word
      and not exists (select from search_lexemes l where l.lexeme = s.lexeme)
      and not exists (select from search_items i where i.words @@ quote_literal(s.lexeme)::tsquery))
  select max(s.word) from share s
$$;

-- Two letters wrong, missing, too many or changed in their order; one in a short word.
create function is_misspelt(typed text, word text) returns boolean language sql immutable parallel safe as $$
  select levenshtein_less_equal(typed, word, 2) <= case when length(typed) < 6 then 1 else 2 end
    or (length(typed) = length(word) and levenshtein_less_equal(typed, word, 2) = 2
      and (select string_agg(c, '' order by c) from regexp_split_to_table(typed, '') c)
        = (select string_agg(c, '' order by c) from regexp_split_to_table(word, '') c))
$$;
create index search_words_short on search_words (length(word)) where length(word) < 8;

-- The words of everybody's name, without accents: they are never suggested, and lead to what somebody wrote.
create table search_names (
  user_id bigint not null references users on delete cascade,
  word text not null,
  primary key (user_id, word)
);
create index search_names_word on search_names (word text_pattern_ops);
insert into search_names (user_id, word)
  select distinct u.id, w.word from users u cross join lateral string_to_table(plain_words(u.name), ' ') w(word);

create function learn_names() returns trigger language plpgsql as $$
begin
  insert into search_names (user_id, word)
    select distinct u.id, w.word from named u cross join lateral string_to_table(plain_words(u.name), ' ') w(word)
    on conflict (user_id, word) do nothing;
  return null;
end
$$;
create trigger users_names_added after insert on users referencing new table as named
  for each statement execute function learn_names();
create function learn_new_name() returns trigger language plpgsql as $$
begin
  delete from search_names where user_id = new.id;
  insert into search_names (user_id, word)
    select distinct new.id, w.word from string_to_table(plain_words(new.name), ' ') w(word);
  return null;
end
$$;
create trigger users_names_changed after update on users for each row
  when (old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name)
  execute function learn_new_name();

-- The same score as before, as rows, so that it becomes a part of the statement that asks: called as a function for each of
-- a thousand places it took 260 µs each time.
drop function bm25(tsvector, integer, double precision, tsquery[], double precision[]);
create function bm25(words tsvector, length integer, average_length double precision, terms tsquery[], rarities double precision[])
returns table (score double precision) language sql immutable parallel safe as $$
  select coalesce(sum(q.rarity * q.times * 2.5 / (q.times + 1.5 * (0.25 + 0.75 * length / average_length))), 0) from (
    select t.rarity, times_in(ts_rank('{1,1,1,1}', words, t.term)) + 2 * ts_rank('{0,0,0,1}', words, t.term) as times
    from unnest(terms, rarities) as t(term, rarity) where words @@ t.term) q
$$;
