-- Several members may name the same person. Whoever names somebody who is named or invited already has a row here, so
-- that neither the answer, nor their list, nor their limit tells them that others did it before. Numbers are those of
-- invitations, and it is decided with the invitation it stands beside.
create table nominations_beside (
  id bigint primary key,
  inviter_id bigint not null references users on delete cascade,
  email citext not null check (length(email) <= 320),
  first_name text not null,
  last_name text not null,
  note text not null default '',
  peer_network_id bigint not null references peer_networks on delete cascade,
  state text not null default 'nominated',
  sent_at timestamptz,
  expires_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index nominations_beside_inviter on nominations_beside (inviter_id, created_at desc);
create index nominations_beside_person on nominations_beside (email, peer_network_id);
create index nominations_beside_network on nominations_beside (peer_network_id);

create function follow_invitation() returns trigger language plpgsql as $$
begin
  update nominations_beside set state = new.state, sent_at = new.sent_at, expires_at = new.expires_at, used_at = new.used_at
  where email = new.email and peer_network_id = new.peer_network_id and state in ('nominated', 'sent');
  return null;
end $$;
create trigger invitations_followed after update of state on invitations
  for each row when (new.state is distinct from old.state) execute function follow_invitation();
