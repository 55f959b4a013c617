-- Members whom staff asked to answer a question that nobody had answered.
create table question_asks (
  thread_id bigint not null references threads (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  asked_by bigint references users (id) on delete set null,
  asked_at timestamptz not null default now(),
  primary key (thread_id, user_id)
);
create index question_asks_user on question_asks (user_id);
create index question_asks_asked_by on question_asks (asked_by);
