-- The list of documents, with all that is compared before a page is cut.
create index concurrently peer_documents_newest on peer_documents (date_uploaded desc, id)
  include (network_ids, type, is_featured, available_from, submitter_id, current_version_id) where state = 'approved';
