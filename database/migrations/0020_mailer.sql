-- Mail that goes out: written in the transaction of the fact, sent by a job. Without a transport this is the outbox.
create table outgoing_mails (
  id bigint generated always as identity primary key,
  "to" text not null check (length("to") <= 320),
  kind text not null check (length(kind) <= 60),
  subject text not null check (length(subject) <= 300),
  -- Emptied once a transport has taken the mail: links and codes must not outlive their delivery here.
  text text not null,
  html text not null,
  -- The same at every try, so that a mail sent twice around a crash is one mail to its reader.
  message_id text not null unique,
  headers jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outgoing_mails_created on outgoing_mails (created_at desc, id desc);
