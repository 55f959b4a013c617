-- Messages that link to a document. Kept by a trigger, because the texts of all messages are too many to search for links.
create table document_citations (
  document_id bigint not null references peer_documents on delete cascade,
  message_id bigint not null references messages on delete cascade,
  primary key (document_id, message_id)
);
create index document_citations_message on document_citations (message_id);

create function documents_linked_in(body text) returns setof bigint language sql stable as $$
  select d.id from peer_documents d where d.id in (
    select l[1]::bigint from regexp_matches(body, '/content/peer-documents/(\d{1,15})(?!\d)', 'g') l)
$$;

create function note_document_citations() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then delete from document_citations c where c.message_id = new.id; end if;
  insert into document_citations (document_id, message_id)
    select distinct l, new.id from documents_linked_in(new.body) l;
  return null;
end $$;
create trigger messages_cite_documents after insert on messages for each row
  when (new.body like '%/content/peer-documents/%') execute function note_document_citations();
create trigger messages_cite_other_documents after update of body on messages for each row
  when (new.body like '%/content/peer-documents/%' or old.body like '%/content/peer-documents/%')
  execute function note_document_citations();

insert into document_citations (document_id, message_id)
  select distinct l, m.id from messages m cross join lateral documents_linked_in(m.body) l
  where m.body like '%/content/peer-documents/%';
