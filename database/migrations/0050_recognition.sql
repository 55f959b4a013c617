-- What members earn and may show, and the titles that staff offer them.

create table badges (
  id bigint generated always as identity primary key,
  type_of_badge text not null check (type_of_badge in ('posts', 'replies', 'recommendations', 'tenure', 'staff')),
  tier smallint not null check (tier between 1 and 3),
  -- What was done, in words: they stand beside the picture everywhere.
  description text not null check (length(description) between 1 and 100),
  num_required integer check (num_required > 0),
  -- Months: of membership, or within which the acts count; null: ever.
  duration integer check (duration > 0),
  index integer not null check (index >= 0),
  -- Given no more; who has it keeps it.
  retired_at timestamptz,
  check (case type_of_badge
    when 'tenure' then num_required is null and duration is not null
    when 'staff' then num_required is null and duration is null
    else num_required is not null end)
);

create table user_badges (
  user_id bigint not null references users on delete cascade,
  badge_id bigint not null references badges,
  -- Only its member decides that others see it.
  public boolean not null default false,
  has_been_displayed_publicly boolean not null default false,
  date_earned timestamptz not null default now(),
  -- Null: by the rule.
  awarded_by bigint references users,
  -- Taken back by staff; the row stays, so that the rule does not give it again.
  withdrawn_at timestamptz,
  withdrawn_by bigint references users,
  primary key (user_id, badge_id),
  check (not public or has_been_displayed_publicly)
);
create index user_badges_given on user_badges (date_earned desc, user_id, badge_id);

create table community_titles (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  label text not null check (length(label) between 1 and 60),
  -- The lowest number is the highest rank.
  rank integer not null check (rank between 1 and 1000),
  expiration_date timestamptz,
  status text not null default 'offered' check (status in ('offered', 'accepted', 'ignored')),
  offered_by bigint references users,
  offered_at timestamptz not null default now(),
  answered_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by bigint references users
);
create index community_titles_user on community_titles (user_id, rank, id);

-- What members have earned by the rules and have not got yet. Only what everybody of a network could read is counted:
-- nothing private, nothing anonymous, nothing that staff took away.
create function earned_badges() returns table (user_id bigint, badge_id bigint) language sql stable as $$
  with members as (
    select u.id, u.date_joined from users u
    where u.current_state = 'full access' and not u.suspended and not u.is_staff),
  acts (user_id, type_of_badge, at) as (
    select m.sender_id, case when m.is_original_message then 'posts' else 'replies' end, m.pub_date
    from messages m join thread_feed f on f.thread_id = m.thread_id and f.visible
    where m.visible and not m.is_private and m.removed_at is null
    union all
    select r.author_id, 'recommendations', r.pub_date from expert_recommendations r where r.removed_at is null)
  select e.user_id, e.badge_id from (
    select m.id as user_id, b.id as badge_id
    from badges b join acts a on a.type_of_badge = b.type_of_badge
      and (b.duration is null or a.at > now() - make_interval(months => b.duration))
    join members m on m.id = a.user_id
    where b.retired_at is null group by m.id, b.id, b.num_required having count(*) >= b.num_required
    union all
    select m.id, b.id from badges b join members m on m.date_joined <= now() - make_interval(months => b.duration)
    where b.type_of_badge = 'tenure' and b.retired_at is null) e
  where not exists (select from user_badges x where x.user_id = e.user_id and x.badge_id = e.badge_id)
$$;

insert into badges (type_of_badge, tier, description, num_required, duration, index) values
  ('posts', 1, 'Began a discussion', 1, null, 10),
  ('posts', 2, 'Began 10 discussions', 10, null, 11),
  ('posts', 3, 'Began 50 discussions', 50, null, 12),
  ('replies', 1, 'Answered peers 10 times', 10, null, 20),
  ('replies', 2, 'Answered peers 50 times', 50, null, 21),
  ('replies', 3, 'Answered peers 100 times within a year', 100, 12, 22),
  ('recommendations', 1, 'Recommended an expert', 1, null, 30),
  ('recommendations', 2, 'Recommended 5 experts', 5, null, 31),
  ('recommendations', 3, 'Recommended 20 experts', 20, null, 32),
  ('tenure', 1, 'A member for a year', null, 12, 40),
  ('tenure', 2, 'A member for 3 years', null, 36, 41),
  ('tenure', 3, 'A member for 5 years', null, 60, 42),
  ('staff', 1, 'Welcomed a new member', null, null, 50),
  ('staff', 2, 'Spoke at an event', null, null, 51),
  ('staff', 3, 'Helped to found a network', null, null, 52);
