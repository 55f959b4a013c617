-- Whether the network emails its members when staff have read a private reply of theirs.
alter table peer_networks add column tells_of_staff_reading boolean not null default false;

-- The days whose readings members have been told of.
create table told_readings (
  day date primary key,
  told_at timestamptz not null default now()
);
