-- What staff read about the community. Weeks and months are counted once, when they are over, and then stay as they
-- are: later deletions do not change them, and two readings never differ by one member.
create table figure_periods (
  span text not null check (span in ('week', 'month')),
  starts_on date not null,
  counted_at timestamptz not null default now(),
  primary key (span, starts_on)
);

create table figure_counts (
  figure text not null check (length(figure) between 1 and 40),
  peer_network_id bigint not null references peer_networks on delete cascade,
  starts_on date not null,
  -- A reason, a decision, the id of an expert; empty if the figure has none.
  category text not null default '' check (length(category) <= 100),
  amount bigint not null,
  -- What may be shown: groups of members smaller than five are held back or added to others.
  shown bigint not null,
  -- For questions: the hours until the first answer of each; infinity without one.
  hours double precision[],
  primary key (figure, peer_network_id, starts_on, category)
);
create index figure_counts_network on figure_counts (peer_network_id);
create index figure_counts_starts on figure_counts (starts_on);

-- Members who were counted and not shown yet, because they were fewer than five.
create table figure_remainders (
  figure text not null,
  peer_network_id bigint not null references peer_networks on delete cascade,
  category text not null default '',
  amount bigint not null,
  primary key (figure, peer_network_id, category)
);
create index figure_remainders_network on figure_remainders (peer_network_id);

-- Who has answered questions of the same area: for questions that nobody has answered.
create table question_answerers (
  thread_id bigint not null references threads on delete cascade,
  user_id bigint not null references users on delete cascade,
  num_of_answers integer not null,
  primary key (thread_id, user_id)
);
create index question_answerers_user on question_answerers (user_id);

-- Searches that found nothing. The member is a keyed hash that is different for each text: it tells two members apart,
-- and names none.
create table missed_searches (
  query text not null check (length(query) between 2 and 100),
  member text not null check (length(member) = 64),
  peer_network_id bigint not null references peer_networks on delete cascade,
  searched_on date not null default current_date,
  primary key (query, member)
);
create index missed_searches_network on missed_searches (peer_network_id);
create index missed_searches_day on missed_searches (searched_on);
