-- The networks whose events or documents somebody may use: their own and those that these may use, as long as the
-- membership or the trial runs; for staff all. As one array it is worked out once for a statement, and drives an index.
create function usable_networks(member bigint, everything boolean, wanted text) returns bigint[]
language sql stable parallel safe as $$
  select array(
    select a.to_network_id from peer_network_memberships m
      join network_access a on a.from_network_id = m.peer_network_id and a.kind = wanted
      join users u on u.id = m.user_id and standing_of(u) = 'full'
    where m.user_id = member
    union select n.id from peer_networks n where everything order by 1)
$$;
