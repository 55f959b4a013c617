-- As a function of one statement it was planned for each search, which took longer than all else in it. Most searches have
-- neither quotes nor anything excluded.
create or replace function must_hold(search text) returns tsquery language plpgsql stable parallel safe as $$
declare
  most_words constant integer := 8;
  is_question boolean;
  must tsquery;
begin
  if search !~ '["-]' then return null; end if;
  is_question := cardinality(regexp_split_to_array(trim(regexp_replace(search, '"[^"]*"?', ' ', 'g')), '\s+')) > most_words;
  if not is_question and search ~ '"' and search ~* '\mor\M' then
    must := websearch_to_tsquery('words', search);
  else
    must := websearch_to_tsquery('words', (
      select string_agg(m[1], ' ') from regexp_matches(search, '((?:(?<=^|\s)-)?"[^"]*"|(?<=^|\s)-[^\s"]+)', 'g') m
      where not is_question or m[1] ~ '^-'));
  end if;
  return case when numnode(must) > 0 then must end;
end
$$;
