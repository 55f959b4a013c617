-- What must stand there as it is written: phrases in quotes, and all that is excluded. All of it where a phrase has an
-- alternative. In a question of whole sentences, quotes are punctuation: the phrase is ranked first, but not required.
create or replace function must_hold(search text) returns tsquery language sql stable parallel safe as $$
  select nullif(case
    when not q.is_question and search ~ '"' and search ~* '\mor\M' then websearch_to_tsquery('words', search)
    else websearch_to_tsquery('words', (
      select string_agg(m[1], ' ') from regexp_matches(search, '((?:(?<=^|\s)-)?"[^"]*"|(?<=^|\s)-[^\s"]+)', 'g') m
      where not q.is_question or m[1] ~ '^-')) end, ''::tsquery)
  from (select cardinality(regexp_split_to_array(trim(regexp_replace(search, '"[^"]*"?', ' ', 'g')), '\s+')) > 8 as is_question) q
$$;
