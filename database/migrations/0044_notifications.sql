-- What members are told. A line is one notification; facts of one group that come while it is unread are one line.
create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  notification_type text not null check (notification_type in (
    'new_follower', 'membership_renewal', 'reply', 'private_reply', 'mention', 'like', 'recommendation_request_match',
    'poll_ended', 'document_request_answered', 'event_soon', 'group_invitation', 'badge_earned', 'title_offered',
    'moderation_decision', 'chat_message')),
  group_key text not null check (length(group_key) <= 100),
  thread_id bigint references threads on delete cascade,
  -- What else its sentence and its link need: ids and words of a closed list, never what somebody wrote.
  payload jsonb not null default '{}',
  read_at timestamptz,
  seen boolean not null default false,
  -- Told by mail or push only: it stands in no list and in no count.
  hidden boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Of the latest fact: the order of the list. Being read does not move a line.
  latest_at timestamptz not null default now()
);
create index notifications_list on notifications (user_id, latest_at desc, id desc) where not hidden;
create index notifications_open on notifications (user_id, group_key) where read_at is null;
create index notifications_thread on notifications (thread_id);

-- Each fact once for each member, whatever is tried again: that is what "never twice" rests on.
create table notification_facts (
  user_id bigint not null references users on delete cascade,
  fact text not null check (length(fact) <= 100),
  notification_id bigint not null references notifications on delete cascade,
  -- As it may be named: the house's account where the author is anonymous.
  actor_id bigint references users on delete cascade,
  message_id bigint references messages on delete cascade,
  chat_message_id bigint references inbox_messages on delete cascade,
  at timestamptz not null default now(),
  -- Still to be told by this way.
  mail_due boolean not null default false,
  push_due boolean not null default false,
  primary key (user_id, fact)
);
create index notification_facts_line on notification_facts (notification_id, at desc);
create index notification_facts_actor on notification_facts (actor_id);
create index notification_facts_message on notification_facts (message_id);
create index notification_facts_chat on notification_facts (chat_message_id);
create index notification_facts_mail on notification_facts (user_id, at) where mail_due;
create index notification_facts_push on notification_facts (user_id, at) where push_due;

-- How a member wants to be told. Who never chose has no row.
create table notification_preferences (
  user_id bigint primary key references users on delete cascade,
  -- Ways that differ from the usual ones: {"like": {"push": true}}.
  kinds jsonb not null default '{}',
  timing text not null default 'immediate' check (timing in ('immediate', 'hourly', 'daily')),
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_until smallint check (quiet_until between 0 and 23),
  push_content boolean not null default false,
  push_count integer not null default 0 check (push_count >= 0),
  check ((quiet_from is null) = (quiet_until is null))
);

create table muted_threads (
  user_id bigint not null references users on delete cascade,
  thread_id bigint not null references threads on delete cascade,
  muted_at timestamptz not null default now(),
  primary key (user_id, thread_id)
);
create index muted_threads_thread on muted_threads (thread_id);
