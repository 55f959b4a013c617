-- Whether the member is counted in statistics of use.
alter table member_preferences add column counts_activity boolean not null default true;

-- What remains of raw events after they are deleted: how many of each kind there were on a day.
create table analytics_days (
  day date not null,
  key text not null check (length(key) <= 100),
  num_of_events integer not null,
  num_of_members integer not null,
  primary key (day, key)
);
