-- How a member reads: what they follow and hide, until when they have read everything, and how they want it shown.
create table member_preferences (
  user_id bigint primary key references users on delete cascade,
  feed_density text not null default 'full' check (feed_density in ('full', 'headlines')),
  keyboard_shortcuts boolean not null default true
);

-- One row for a member instead of one for each thread; the earlier date is kept for an undo.
create table reading_marks (
  user_id bigint primary key references users on delete cascade,
  read_at timestamptz,
  read_at_before timestamptz
);

-- What was decided by hand. Who began or answered a thread follows it without a row, until they unfollow it.
create table thread_follows (
  user_id bigint not null references users on delete cascade,
  thread_id bigint not null references threads on delete cascade,
  followed_at timestamptz not null default now(),
  unfollowed_at timestamptz,
  primary key (user_id, thread_id)
);
create index thread_follows_thread on thread_follows (thread_id);

create table hidden_threads (
  user_id bigint not null references users on delete cascade,
  thread_id bigint not null references threads on delete cascade,
  hidden_at timestamptz not null default now(),
  primary key (user_id, thread_id)
);
create index hidden_threads_thread on hidden_threads (thread_id);

-- The words of what opens a thread, all of them and not the excerpt alone. No reply is here: with all public ones a
-- usual word took half a second among 600,000 messages, and a private one must never be found. Triggers keep it, so
-- there is nothing that could drift.
create table message_words (
  message_id bigint primary key references messages on delete cascade,
  thread_id bigint not null references threads on delete cascade,
  words tsvector not null
);
create index message_words_thread on message_words (thread_id);
create index message_words_words on message_words using gin (words);

create function add_message_words() returns trigger language plpgsql as $$
begin
  insert into message_words (message_id, thread_id, words)
    select a.id, a.thread_id, to_tsvector('english', a.cleaned_body) from added a where a.is_original_message and a.visible;
  return null;
end
$$;
create trigger messages_words_added after insert on messages referencing new table as added
  for each statement execute function add_message_words();

create function change_message_words() returns trigger language plpgsql as $$
begin
  delete from message_words where message_id = new.id;
  insert into message_words (message_id, thread_id, words)
    select new.id, new.thread_id, to_tsvector('english', new.cleaned_body) where new.is_original_message and new.visible;
  return null;
end
$$;
create trigger messages_words_changed
  after update of thread_id, cleaned_body, is_original_message, removed_at, source, moderation_processed, moderation_approved on messages
  for each row execute function change_message_words();

-- Likes are counted from their rows under a lock on the message, then the top replies are chosen by a statement of its
-- own, which sees what earlier writers committed. The likes of who is suspended do not count.
create function recount_likes(message_ids bigint[]) returns void language plpgsql as $$
begin
  perform 1 from messages where id = any(message_ids) order by id for no key update;
  update messages m set num_of_likes = c.num_of_likes
    from (select t.id, count(u.id)::integer as num_of_likes from unnest(message_ids) t(id)
      left join likes l on l.entity_type = 'message' and l.entity_id = t.id and l.sentiment
      left join users u on u.id = l.user_id and not u.suspended
      group by t.id) c
    where m.id = c.id and m.num_of_likes <> c.num_of_likes;
  perform 1 from thread_feed f
    where f.thread_id in (select m.thread_id from messages m where m.id = any(message_ids)) order by f.thread_id for update;
  update thread_feed f set top_reply_ids = r.ids
    from (select t.thread_id, array(
        select m.id from messages m
        where m.thread_id = t.thread_id and m.visible and not m.is_private and not m.is_original_message
        order by m.num_of_likes desc, m.order_date desc, m.id desc limit 3) as ids
      from (select distinct m.thread_id from messages m where m.id = any(message_ids)) t) r
    where f.thread_id = r.thread_id and f.top_reply_ids <> r.ids;
end
$$;

create function recount_likes_of_user() returns trigger language plpgsql as $$
begin
  perform recount_likes(array(select l.entity_id from likes l where l.user_id = new.id and l.entity_type = 'message' and l.sentiment order by 1));
  return null;
end
$$;
create trigger users_suspended_likes after update of suspended on users
  for each row when (old.suspended is distinct from new.suspended) execute function recount_likes_of_user();
