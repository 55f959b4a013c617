-- The facts of one notification for its reader. With an index by notification and one by reader, PostgreSQL read all
-- facts of the reader for each notification: 0.9 ms each for a busy member.
create index concurrently notification_facts_reader on notification_facts (notification_id, user_id, at desc);
