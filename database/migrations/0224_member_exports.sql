-- Lists of members that one of the staff may download for a day. The rows are read when the file is downloaded.
create table member_exports (
  id bigint generated always as identity primary key,
  asked_by bigint not null references users on delete cascade,
  -- Null: of all networks.
  peer_network_id bigint references peer_networks on delete cascade,
  -- Null: in any state.
  account_state text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index member_exports_asker on member_exports (asked_by, expires_at);
create index member_exports_network on member_exports (peer_network_id);
