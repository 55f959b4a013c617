-- Private conversation: groups, their members, invitations and messages. Staff read none of it unless they are members.
create table inbox_groups (
  id bigint generated always as identity primary key,
  group_type text not null check (group_type in ('internal_circles', 'large_group_chat', 'one_to_one', 'small_group_chat')),
  -- Empty for one_to_one, whose name depends on who looks.
  name text not null check (length(name) <= 100),
  archived boolean not null default false,
  -- The highest index given so far; whoever writes takes the next one under the lock of this row.
  latest_index integer not null default 0,
  members_limit integer not null check (members_limit between 2 and 200),
  welcome_message_id bigint,
  welcome_text text not null default '' check (length(welcome_text) <= 500),
  -- The two of a one_to_one, the lower id first: the same two have one conversation, whoever begins and how often.
  pair bigint[] unique check ((pair is not null) = (group_type = 'one_to_one')),
  created_by bigint not null references users,
  created_at timestamptz not null default now()
);

create table inbox_members (
  group_id bigint not null references inbox_groups on delete cascade,
  user_id bigint not null references users on delete cascade,
  is_admin boolean not null default false,
  date_joined timestamptz not null default now(),
  date_left timestamptz,
  muted boolean not null default false,
  favorite boolean not null default false,
  last_seen_message_index integer not null default 0,
  last_read_date timestamptz,
  primary key (group_id, user_id)
);
create index inbox_members_user on inbox_members (user_id, group_id) where date_left is null;
create index inbox_members_of on inbox_members (user_id);

-- One for each group and invitee; asking again later renews it.
create table inbox_invitations (
  id bigint generated always as identity primary key,
  group_id bigint not null references inbox_groups on delete cascade,
  invitee_id bigint not null references users on delete cascade,
  inviter_id bigint not null references users on delete cascade,
  invitation_status text not null default 'waiting' check (invitation_status in ('approved', 'rejected', 'waiting')),
  invitation_expiring_date timestamptz not null,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  unique (group_id, invitee_id),
  check ((invitation_status = 'waiting') = (answered_at is null))
);
create index inbox_invitations_invitee on inbox_invitations (invitee_id) where invitation_status = 'waiting';
create index inbox_invitations_all on inbox_invitations (invitee_id);
create index inbox_invitations_inviter on inbox_invitations (inviter_id);

create table inbox_messages (
  id bigint generated always as identity primary key,
  group_id bigint not null references inbox_groups on delete cascade,
  sender_id bigint not null references users,
  msg_body text not null,
  cleaned_body text not null check (length(cleaned_body) between 1 and 5000),
  message_type text not null default 'regular' check (message_type in ('regular', 'pinned')),
  message_index_in_group integer not null check (message_index_in_group > 0),
  -- When it got its index, so that both tell the same order.
  pub_date timestamptz not null default clock_timestamp(),
  edited_at timestamptz,
  pinned_at timestamptz,
  thread_id bigint references threads on delete set null,
  replied_to_id bigint references inbox_messages on delete set null,
  unique (group_id, message_index_in_group),
  check ((message_type = 'pinned') = (pinned_at is not null))
);
create index inbox_messages_pinned on inbox_messages (group_id, pinned_at) where message_type = 'pinned';
create index inbox_messages_time on inbox_messages (group_id, pub_date);
create index inbox_messages_words on inbox_messages using gin (to_tsvector('english', cleaned_body));

create table inbox_mentions (
  message_id bigint not null references inbox_messages on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (message_id, user_id)
);
create index inbox_mentions_user on inbox_mentions (user_id);

create table inbox_attachments (
  id bigint generated always as identity primary key,
  message_id bigint not null references inbox_messages on delete cascade,
  name text not null,
  file_type text not null,
  size bigint not null,
  storage_key text not null,
  preview_key text,
  width integer,
  height integer
);
create index inbox_attachments_message on inbox_attachments (message_id);

-- Of what a member wants to hear, and how. Without a row everything is on.
create table inbox_settings (
  user_id bigint primary key references users on delete cascade,
  messages boolean not null default true,
  mentions boolean not null default true,
  invitations boolean not null default true,
  email boolean not null default true,
  push boolean not null default true,
  updated_at timestamptz not null default now()
);

-- May this person take part now? The same rule by which a session reaches anything.
create function takes_part(u users) returns boolean language sql stable as $$
  select not u.suspended and (u.is_staff or u.current_state in ('onboarding', 'full access')
    or (u.current_state = 'trial' and coalesce(u.trial_end_date > now(), true)))
$$;

-- Whom the stream may tell what happens in a group.
create function inbox_hearers(given bigint) returns bigint[] language sql stable as $$
  select coalesce(array_agg(m.user_id order by m.user_id), '{}') from inbox_members m join users u on u.id = m.user_id
  where m.group_id = given and m.date_left is null and takes_part(u)
$$;
