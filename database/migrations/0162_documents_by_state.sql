-- What staff decide about.
create index concurrently peer_documents_state on peer_documents (state, date_uploaded desc, id);
