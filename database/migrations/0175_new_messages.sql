-- What is new since a moment, for digests.
create index messages_new on messages (order_date) where visible;
