-- What was answered to each attempt of a delivery. The delivery itself shows the last one.
create table webhook_attempts (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references webhook_deliveries (id) on delete cascade,
  attempted_at timestamptz not null default now(),
  status integer,
  failure text
);
create index webhook_attempts_delivery on webhook_attempts (delivery_id);
