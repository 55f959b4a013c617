-- The agreement promised events and a library, which do not exist yet. Where nobody has accepted it, it is corrected; what
-- somebody accepted stays, and a new version follows. Nobody is asked again: it gives up nothing that there was.
create function pg_temp.without_events(sections jsonb) returns jsonb language sql as $$
  select replace(sections::text, 'is open to, meet members at its events, and use its library.', 'is open to.')::jsonb
$$;

update legal_documents d set sections = pg_temp.without_events(d.sections)
where d.kind = 'membership_agreement' and not exists (select from legal_acceptances a where a.legal_document_id = d.id);

insert into legal_documents (kind, version, title, sections, published_at, asks_again, change_note)
select d.kind, d.version + 1, d.title, pg_temp.without_events(d.sections), now(), false,
  'Events and a library are no longer mentioned, because they do not exist yet.'
from (select * from legal_documents where kind = 'membership_agreement' order by version desc limit 1) d
where d.sections <> pg_temp.without_events(d.sections);
