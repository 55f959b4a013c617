-- Browsers and apps that a member allowed to be called. Each hangs on the session in which it was allowed: signing out,
-- a new password or a suspension that ends the session takes it away.
create table push_devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  kind text not null check (kind in ('web', 'app')),
  -- The address that the browser's push service gave, or the token of the app.
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text,
  auth text,
  created_at timestamptz not null default now(),
  check ((kind = 'web') = (p256dh is not null and auth is not null))
);
create index push_devices_user on push_devices (user_id);
create index push_devices_session on push_devices (session_id);
