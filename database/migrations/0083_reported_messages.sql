-- A member of a conversation shows staff one message of somebody else by reporting it. Staff cannot read the
-- conversation, so what is shown is copied with the report, and stays as it was whatever is edited later.
create table reported_messages (
  report_id bigint not null references reports on delete cascade,
  -- 0 is what was reported, 1 the message before it.
  place smallint not null check (place between 0 and 3),
  -- Stays under “Former member” when its sender leaves, like the message it is a copy of.
  sender_id bigint not null references users,
  msg_body text not null,
  pub_date timestamptz not null,
  edited_at timestamptz,
  -- Names of its files; the files stay in the conversation.
  attachments text[] not null default '{}',
  primary key (report_id, place)
);

-- Wider than before: a private message is reported, and what is not removed may still be acted on.
alter table reports drop constraint reports_type_check,
  add constraint reports_type_check check (type in ('thread', 'message', 'member', 'inbox_message')) not valid;
alter table reports drop constraint reports_state_check,
  add constraint reports_state_check check (state in ('open', 'kept', 'removed', 'acted_on')) not valid;
alter table moderation_decisions drop constraint moderation_decisions_decision_check,
  add constraint moderation_decisions_decision_check check (decision in (
    'approved', 'rejected', 'edited', 'removed', 'closed', 'reopened', 'kept', 'revealed', 'acted_on')) not valid;
