-- Searched by words.
create index concurrently peer_documents_words_of_pages on peer_documents using gin (words_of_pages);
