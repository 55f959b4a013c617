-- What is to follow what has happened. Written with the fact, in its transaction; the queue takes many at once, because
-- adding a job costs as much as half of a reply, most of it once for each call.
create table follow_ups (
  id bigint generated always as identity primary key,
  task text not null,
  payload json not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
