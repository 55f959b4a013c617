-- Why and until when an account is suspended; users.suspended says that it is. A new decision ends the one before.
create table suspensions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  reason text not null check (length(reason) between 1 and 500),
  -- Null: until staff restore it.
  until timestamptz,
  suspended_at timestamptz not null default now(),
  -- Null: whoever runs the server, from the command line.
  suspended_by bigint references users,
  ended_at timestamptz,
  -- Null with an end: its time had come, or the command line.
  ended_by bigint references users
);
create unique index suspensions_open on suspensions (user_id) where ended_at is null;
create index suspensions_due on suspensions (until) where ended_at is null and until is not null;
create index suspensions_user on suspensions (user_id, id);

-- What is done from the command line is on record too, under nobody's account.
alter table staff_acts alter column actor_id drop not null;
