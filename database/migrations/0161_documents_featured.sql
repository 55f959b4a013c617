-- The same for featured documents.
create index concurrently peer_documents_featured on peer_documents (date_uploaded desc, id)
  include (network_ids, type, is_featured, available_from, submitter_id, current_version_id) where state = 'approved' and is_featured;
