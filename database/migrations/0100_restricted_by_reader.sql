-- What one member may read of the messages that not everybody may.
create index concurrently restricted_messages_readers on restricted_messages using gin (reader_ids);
