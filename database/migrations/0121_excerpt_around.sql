-- The words are read once for a page and not for each excerpt, with their other spellings; and only texts that are longer
-- than what is cut are searched for the place. Both took a third of the time of a search.
create function excerpt_around(content text, stems text[], options text) returns text
language sql stable parallel safe as $$
  select case
    when q.words is null then left(content, 240)
    when length(content) <= 4000 then ts_headline('words', content, q.words, options)
    else ts_headline('words', substr(content, greatest(1, coalesce((
      select min(nullif(strpos(l.plain, left(s, greatest(3, length(s) - 1))), 0))
      from (select lower(unaccent(content)) as plain offset 0) l cross join unnest(stems) s), 1) - 600), 4000), q.words, options) end
  from (select string_agg(quote_literal(s), ' | ')::tsquery as words from unnest(stems) s) q
$$;
