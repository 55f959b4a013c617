-- What staff write about an account for other staff. It is deleted with the account.
create table staff_notes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  author_id bigint references users on delete set null,
  body text not null check (length(body) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index staff_notes_user on staff_notes (user_id, id desc);
create index staff_notes_author on staff_notes (author_id);

-- The text that staff search accounts by. It begins with a space, so that short words can be found at word starts.
create function account_words(name text, company text, email citext, second citext) returns text
  language sql immutable parallel safe
  return ' ' || plain_words(name || ' ' || coalesce(company, '') || ' ' || email::text || ' ' || coalesce(second::text, ''));

-- The pattern of one word of a search. An index of trigrams cannot find one or two letters inside a word.
create function account_pattern(search text, place integer) returns text
  language sql immutable parallel safe
  return (select case when w.word = '' then '%' when length(w.word) < 3 then '% ' || w.word || '%' else '%' || w.word || '%' end
    from (select split_part(plain_words(search), ' ', place) as word) w);
