-- What members set for themselves: whether others see that they are there, their picture, their addresses.
alter table users add column shows_presence boolean not null default true;

-- Drawn anew by us; the key is in the address of the picture and says nothing about whose it is.
create table profile_pictures (
  user_id bigint primary key references users on delete cascade,
  key text not null unique check (length(key) = 22),
  picture_key text not null,
  thumbnail_key text not null,
  created_at timestamptz not null default now()
);

-- A wanted change of address, also one that was refused: `refusal` is what the member is told. It happens once both
-- the address that counts now and the new one have confirmed it, and can be undone by a link sent to the former.
create table email_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('primary', 'secondary')),
  email citext not null check (length(email) <= 320),
  refusal text,
  -- Of the primary address, and what stood in the place of the new one.
  confirmed_by citext not null,
  old_email citext,
  old_hash text unique,
  new_hash text unique,
  undo_hash text unique,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  expires_at timestamptz not null,
  done_at timestamptz,
  ended_at timestamptz,
  undone_at timestamptz,
  created_at timestamptz not null default now()
);
create index email_changes_user on email_changes (user_id, created_at desc);
create index email_changes_kept on email_changes (old_email) where done_at is not null and undone_at is null;
