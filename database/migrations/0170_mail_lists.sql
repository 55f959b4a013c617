-- Each network has a mailing list. Its address is local_part@MAIL_DOMAIN.
create table mail_lists (
  id bigint generated always as identity primary key,
  peer_network_id bigint not null unique references peer_networks on delete cascade,
  local_part citext not null unique check (local_part ~ '^[a-z0-9]([a-z0-9.]{0,38}[a-z0-9])?$'),
  -- What "default" means for the members of this network.
  default_preference text not null default 'all' check (default_preference in ('all', 'daily_digest', 'none')),
  -- Emails leave only after staff approved the post. Otherwise they leave as soon as it is on the web.
  waits_for_review boolean not null default true,
  -- False: emails of this list say that there is something new, and nothing of what was written.
  has_words boolean not null default true
);

-- The list that a thread belongs to: it stays the same if the author or the networks change, so that mail programs keep
-- the thread together.
create table thread_mail_lists (
  thread_id bigint primary key references threads on delete cascade,
  mail_list_id bigint not null references mail_lists
);
create index thread_mail_lists_list on thread_mail_lists (mail_list_id);

create function add_mail_list() returns trigger language plpgsql as $$
begin
  insert into mail_lists (peer_network_id, local_part)
  select new.id, case when clean = '' or exists (select from mail_lists l where l.local_part = clean) then 'network' || new.id else clean end
  from (select trim('.' from left(regexp_replace(lower(new.slug), '[^a-z0-9]+', '.', 'g'), 40)) as clean) s;
  return null;
end $$;
create trigger peer_networks_mail_list after insert on peer_networks for each row execute function add_mail_list();

-- The author's own network, if the thread is there. An anonymous author has none.
create function add_thread_mail_lists() returns trigger language plpgsql as $$
begin
  insert into thread_mail_lists (thread_id, mail_list_id)
  select distinct on (p.thread_id) p.thread_id, l.id
  from placed p join mail_lists l on l.peer_network_id = p.peer_network_id join threads t on t.id = p.thread_id
  left join peer_network_memberships m on m.user_id = t.author_id and m.peer_network_id = p.peer_network_id
  order by p.thread_id, m.is_primary desc nulls last, l.id
  on conflict (thread_id) do nothing;
  return null;
end $$;
create trigger thread_peer_networks_mail_list after insert on thread_peer_networks
  referencing new table as placed for each statement execute function add_thread_mail_lists();

insert into mail_lists (peer_network_id, local_part)
select n.id, case when clean = '' or row_number() over (partition by clean order by n.id) > 1 then 'network' || n.id else clean end
from peer_networks n cross join lateral (select trim('.' from left(regexp_replace(lower(n.slug), '[^a-z0-9]+', '.', 'g'), 40)) as clean) s;
insert into thread_mail_lists (thread_id, mail_list_id)
select distinct on (p.thread_id) p.thread_id, l.id
from thread_peer_networks p join mail_lists l on l.peer_network_id = p.peer_network_id join threads t on t.id = p.thread_id
left join peer_network_memberships m on m.user_id = t.author_id and m.peer_network_id = p.peer_network_id
order by p.thread_id, m.is_primary desc nulls last, l.id;

-- What a member chose for one network; without a row, the member's general choice applies.
create table mail_choices (
  user_id bigint not null references users on delete cascade,
  peer_network_id bigint not null references peer_networks on delete cascade,
  preference text not null check (preference in ('all', 'daily_digest', 'none')),
  chosen_at timestamptz not null default now(),
  primary key (user_id, peer_network_id)
);

create index mail_choices_network on mail_choices (peer_network_id);

create table mail_members (
  user_id bigint primary key references users on delete cascade,
  -- Emails to this member say that there is something new, and nothing of what was written.
  without_words boolean not null default false,
  -- The member's day of the last digest, and the time up to which it told what was new.
  digest_on date,
  digest_until timestamptz,
  -- Failed deliveries, weighted; halves every week.
  bounce_score real not null default 0,
  bounced_at timestamptz,
  -- Set while no email of lists is sent to this member.
  paused_at timestamptz,
  pause_reason text check (pause_reason in ('bounces', 'complaint'))
);

-- One post for one member: never twice, whatever is retried.
create table mail_deliveries (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  message_id bigint not null references messages on delete cascade,
  state text not null default 'due' check (state in ('due', 'queued', 'skipped')),
  outgoing_mail_id bigint,
  created_at timestamptz not null default now(),
  unique (message_id, user_id)
);
create index mail_deliveries_due on mail_deliveries (message_id, id) where state = 'due';
create index mail_deliveries_member on mail_deliveries (user_id, id desc);

-- From is ours in every email. The return path tells which delivery a bounce is about.
alter table outgoing_mails add sender_name text, add sender_address text, add return_path text;
-- A post has one Message-ID for all its recipients.
alter table outgoing_mails drop constraint outgoing_mails_message_id_key, add unique (message_id, "to");

-- Useful or not, from the link in an email.
create table mail_feedback (
  user_id bigint not null references users on delete cascade,
  message_id bigint not null references messages on delete cascade,
  is_useful boolean not null,
  given_at timestamptz not null default now(),
  primary key (user_id, message_id)
);
create index mail_feedback_message on mail_feedback (message_id);
