-- Roles of staff, for all networks or for one. An account is staff while it holds a role.
create table staff_grants (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('owner', 'moderator', 'membership', 'content', 'finance')),
  -- Null: all networks.
  network_id bigint references peer_networks on delete cascade,
  -- Null: from the command line, or from before roles.
  granted_by bigint references users on delete set null,
  granted_at timestamptz not null default now(),
  -- Null: until somebody ends it.
  until timestamptz check (until > granted_at),
  ended_at timestamptz,
  ended_by bigint references users on delete set null
);
create unique index staff_grants_held on staff_grants (user_id, role, coalesce(network_id, 0)) where ended_at is null;
create index staff_grants_network on staff_grants (network_id);
create index staff_grants_granted_by on staff_grants (granted_by);
create index staff_grants_ended_by on staff_grants (ended_by);
create index staff_grants_due on staff_grants (until) where ended_at is null;

insert into staff_grants (user_id, role) select id, 'owner' from users where is_staff;

-- `users.is_staff` is asked in many conditions and in narrow rows, so it is stored; only this trigger sets it.
create function settle_is_staff() returns trigger language plpgsql as $$
declare
  member bigint := coalesce(new.user_id, old.user_id);
begin
  update users u set is_staff = g.held, updated_at = now()
  from (select exists (
    select from staff_grants s where s.user_id = member and s.ended_at is null and coalesce(s.until > now(), true)) as held) g
  where u.id = member and u.is_staff <> g.held;
  return null;
end $$;
create trigger staff_grants_settled after insert or update or delete on staff_grants
  for each row execute function settle_is_staff();
