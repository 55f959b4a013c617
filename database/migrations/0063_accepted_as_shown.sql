-- What was on the screen is what is accepted. Gives the kinds whose text in force is another than the version shown;
-- a version that is not told is the one in force. Whoever calls refuses then, and nothing was accepted.
create function accept_legal_as_shown(accepting_user_id bigint, kinds text[], versions integer[]) returns text[] language plpgsql as $$
begin
  perform accept_legal(accepting_user_id, kinds);
  -- Looked up after the acceptance: nothing published between the two can be taken for what was shown.
  return array(
    select s.kind from unnest(kinds, versions) s(kind, version)
    where s.version <> (select max(d.version) from legal_documents d where d.kind = s.kind and d.published_at <= now()));
end $$;
