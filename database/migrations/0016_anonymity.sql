-- Anonymous questions. What is posted anonymously carries the house's own account, so that everything that is made of
-- posts (feed, thread, mail, search, exports) holds no trace of who wrote it; the writer stands here and nowhere else.

-- It has no password, is in no network and in no state that counts, and its id is out of the reach of the sequence.
insert into users (id, first_name, email, current_state) overriding system value
values (9000000000000000, U&'A\00a0member', 'a-member@anonymous.invalid', 'not joined');

create table anonymous_messages (
  message_id bigint primary key references messages on delete cascade,
  thread_id bigint not null references threads on delete cascade,
  user_id bigint not null references users on delete cascade,
  is_opening boolean not null
);
create index anonymous_messages_thread on anonymous_messages (thread_id, user_id);
create index anonymous_messages_user on anonymous_messages (user_id);
