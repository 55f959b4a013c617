-- The doors of the house. Of every token and code only a hash is kept.
create table password_resets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index password_resets_user on password_resets (user_id);

-- Devices on which a member has signed in before.
create table known_devices (
  user_id bigint not null references users on delete cascade,
  device_hash text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

-- A right password that still has to be confirmed: by a code or link in the mail, or by the member's authenticator.
create table sign_in_confirmations (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('mail', 'totp')),
  -- Of the cookie that the browser holds; the code is hashed together with it, so the row alone cannot be searched.
  browser_hash text not null unique,
  code_hash text,
  link_hash text unique,
  keep_signed_in boolean not null,
  tries integer not null default 0,
  sends integer not null default 1,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index sign_in_confirmations_user on sign_in_confirmations (user_id, created_at);

create table two_steps (
  user_id bigint primary key references users on delete cascade,
  -- Encrypted with a key that is not in the database.
  secret text not null,
  confirmed_at timestamptz,
  -- The step of the last code that was taken: no code counts twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
create table backup_codes (
  user_id bigint not null references two_steps on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A dated way in for many: each who asks is invited by mail, because a code says nothing about who holds it.
create table trial_codes (
  id bigint generated always as identity primary key,
  code_hash text not null unique,
  label text not null check (length(label) between 1 and 100),
  peer_network_id bigint not null references peer_networks on delete cascade,
  days integer not null check (days between 1 and 90),
  max_uses integer not null check (max_uses between 1 and 1000),
  uses integer not null default 0 check (uses <= max_uses),
  created_by bigint not null references users,
  expires_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null default now()
);
create index trial_codes_network on trial_codes (peer_network_id);

create table invitations (
  id bigint generated always as identity primary key,
  inviter_id bigint references users on delete set null,
  email citext not null check (length(email) <= 254),
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) <= 100),
  note text not null default '' check (length(note) <= 1000),
  peer_network_id bigint not null references peer_networks on delete cascade,
  trial_code_id bigint references trial_codes on delete cascade,
  state text not null check (state in ('nominated', 'sent', 'accepted', 'declined', 'withdrawn')),
  token_hash text unique,
  sent_at timestamptz,
  expires_at timestamptz,
  used_at timestamptz,
  user_id bigint references users on delete set null,
  decided_by bigint references users on delete set null,
  created_at timestamptz not null default now()
);
-- One way into a network for one address at a time.
create unique index invitations_waiting on invitations (email, peer_network_id) where state in ('nominated', 'sent');
create index invitations_inviter on invitations (inviter_id, created_at desc);
create index invitations_state on invitations (state, created_at desc);
create index invitations_network on invitations (peer_network_id);
create index invitations_trial on invitations (trial_code_id);
create index invitations_user on invitations (user_id);
