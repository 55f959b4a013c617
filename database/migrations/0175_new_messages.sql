-- What is new since a moment, for digests.
create index concurrently messages_new on messages (order_date) where visible;
