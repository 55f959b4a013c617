-- Each email that came, for each address of ours, before anything is decided about it. The sender's server is told that
-- it was taken only after this row is committed.
create table inbound_mails (
  id bigint generated always as identity primary key,
  -- Of the address and of what the sender wrote, without the lines that servers on the way add: a second delivery of the
  -- same email finds the first.
  digest text not null unique,
  recipient text not null check (length(recipient) <= 320),
  -- The other addresses of ours in the same delivery.
  other_recipients text[] not null default '{}',
  -- How it came. A relay that hands over by LMTP is ours, so the line that it adds is believed.
  via text not null check (via in ('http', 'smtp', 'lmtp')),
  mail_from text not null default '',
  client_address text not null default '',
  client_name text not null default '',
  -- Null once its time is over, 90 days after it came.
  raw bytea,
  state text not null default 'received' check (state in ('received', 'posted', 'held', 'not_posted')),
  -- Why it was held or not posted; a word of ours.
  reason text check (length(reason) <= 40),
  -- What the member would have read on the web if it was refused there.
  explanation text not null default '',
  -- Whose it is: by the reply address, or by the sender. Null: nobody of ours.
  user_id bigint references users on delete cascade,
  audience text check (audience in ('group', 'private')),
  thread_id bigint references threads on delete set null,
  message_id bigint references messages on delete set null,
  subject text not null default '',
  sender text not null default '',
  -- What was posted and what was cut, as text, and the files.
  posted_text text not null default '',
  cut_text text not null default '',
  verdict jsonb not null default '{}',
  received_at timestamptz not null default now(),
  decided_at timestamptz
);
create index inbound_mails_member on inbound_mails (user_id, received_at desc, id desc) where user_id is not null;
create index inbound_mails_held on inbound_mails (received_at, id) where state = 'held';
create index inbound_mails_thread on inbound_mails (thread_id) where thread_id is not null;
create index inbound_mails_message on inbound_mails (message_id) where message_id is not null;
create index inbound_mails_age on inbound_mails (received_at);

-- Answers to a sender about emails that were not posted: at most one a day, so that two programs never talk to each other.
create table mail_answers (
  address citext not null,
  answered_on date not null default current_date,
  primary key (address, answered_on)
);
