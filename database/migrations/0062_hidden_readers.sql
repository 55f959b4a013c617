-- Who asked anonymously and has left stood by number among the readers of private replies, with nothing to hide it any
-- more. Who left and never wrote in such a thread under their name is who asked.
update messages m set private_reader_ids = array_replace(m.private_reader_ids, d.user_id, 9000000000000000)
from threads t, deletion_requests d
where m.is_private and t.id = m.thread_id and t.author_id = 9000000000000000
  and d.done_at is not null and d.user_id = any(m.private_reader_ids)
  and not exists (select from anonymous_messages a where a.thread_id = t.id and a.is_opening)
  and not exists (select from messages o where o.thread_id = t.id and o.sender_id = d.user_id);
