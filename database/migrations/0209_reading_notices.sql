-- Whether the network emails its members when staff have read a private reply of theirs.
alter table peer_networks add column notifies_of_staff_reading boolean not null default false;

-- The days whose notices have been sent.
create table reading_notices (
  day date primary key,
  sent_at timestamptz not null default now()
);
