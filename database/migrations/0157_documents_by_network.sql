-- Lists and searches of documents look at narrow rows: the networks stand in the document, and the index of published
-- documents has all that is compared before a page is cut.
alter table peer_documents add column network_ids bigint[] not null default '{}';

create function copy_document_networks() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  update peer_documents d set network_ids = array(
    select n.peer_network_id from peer_document_networks n where n.document_id = d.id order by 1)
  where d.id in (select c.document_id from changed c);
  return null;
end
$$;
create trigger peer_document_networks_added after insert on peer_document_networks
  referencing new table as changed for each statement execute function copy_document_networks();
create trigger peer_document_networks_gone after delete on peer_document_networks
  referencing old table as changed for each statement execute function copy_document_networks();
update peer_documents d set network_ids = array(
  select n.peer_network_id from peer_document_networks n where n.document_id = d.id order by 1);

drop index peer_documents_newest;
drop index peer_documents_featured;
