-- Polls stand on threads of their kind; who voted for what stands apart from the counts that others may see.
create extension if not exists pg_trgm;

create table polls (
  id bigint generated always as identity primary key,
  thread_id bigint not null unique references threads on delete cascade,
  author_id bigint not null references users,
  title text not null check (length(title) between 1 and 200),
  end_date timestamptz,
  can_change_vote boolean not null default false,
  -- False once it was ended; a poll past its end date takes no votes either, whenever the job comes.
  active boolean not null default true,
  num_of_votes integer not null default 0,
  created_at timestamptz not null default now()
);
create index polls_due on polls (end_date) where active;

create table poll_options (
  id bigint generated always as identity primary key,
  poll_id bigint not null references polls on delete cascade,
  title text not null check (length(title) between 1 and 100),
  is_other boolean not null default false,
  position smallint not null,
  vote_count integer not null default 0,
  unique (poll_id, position),
  unique (poll_id, id)
);
create unique index poll_options_other on poll_options (poll_id) where is_other;

create table poll_votes (
  poll_id bigint not null references polls on delete cascade,
  user_id bigint not null references users on delete cascade,
  option_id bigint not null,
  text text check (length(text) between 1 and 200),
  voted_at timestamptz not null default now(),
  primary key (poll_id, user_id),
  foreign key (poll_id, option_id) references poll_options (poll_id, id)
);
create index poll_votes_user on poll_votes (user_id);

-- Who has looked at the results.
create table poll_views (
  poll_id bigint not null references polls on delete cascade,
  user_id bigint not null references users on delete cascade,
  viewed_at timestamptz not null default now(),
  primary key (poll_id, user_id)
);
create index poll_views_user on poll_views (user_id);

-- Counts the votes again from the votes themselves, under a lock on the poll. Adding one to what was there drifts
-- where a vote is changed or a voter suspended at the same moment. Suspended members do not count.
create function count_poll_votes(counted_poll_id bigint) returns void language plpgsql as $$
begin
  perform 1 from polls where id = counted_poll_id for update;
  update poll_options o set vote_count = c.votes
  from (
    select each.id, count(u.id)::integer as votes
    from poll_options each
    left join poll_votes v on v.option_id = each.id and v.poll_id = each.poll_id
    left join users u on u.id = v.user_id and not u.suspended
    where each.poll_id = counted_poll_id group by each.id) c
  where o.id = c.id and o.vote_count <> c.votes;
  update polls set num_of_votes = (select coalesce(sum(o.vote_count), 0) from poll_options o where o.poll_id = counted_poll_id)
  where id = counted_poll_id;
end
$$;

-- Whoever suspends a member, or lets one return, by whatever way: the counts follow in the same transaction.
create function count_polls_of_voter() returns trigger language plpgsql as $$
begin
  perform count_poll_votes(v.poll_id) from (select poll_id from poll_votes where user_id = new.id order by poll_id) v;
  return null;
end
$$;
create trigger users_poll_votes after update of suspended on users for each row
  when (old.suspended is distinct from new.suspended) execute function count_polls_of_voter();
