-- What a member has written, with the threads it stands in: told from the index alone, which the feed of what one follows
-- asks for each of them.
create index concurrently messages_of_sender
  on messages (sender_id, order_date desc, id desc) include (thread_id, pub_date, removed_at);
