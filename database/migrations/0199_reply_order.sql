-- In which order the member reads the replies of a discussion.
alter table member_preferences
  add column reply_order text not null default 'oldest' check (reply_order in ('newest', 'oldest'));
