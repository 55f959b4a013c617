/** Networks as staff see them who edit them. Empty for everyone else. */
import { isCountedMember } from '#server/platform/session/account-states.ts'
import { checkedRelations, mayIn, sql, viewer } from '#server/platform/graph/sql.ts'

export const networkDesk = checkedRelations({
  managed_networks: sql`
    select n.*, l.local_part::text as local_part,
      (select count(*)::integer from peer_network_memberships m join users u on u.id = m.user_id
        where m.peer_network_id = n.id and ${isCountedMember(sql`u`)}) as num_of_members
    from peer_networks n join mail_lists l on l.peer_network_id = n.id
    where ${mayIn('networks', sql`array[n.id]`)}`,
  managed_prices: sql`
    select p.*, case when p.valid_from > current_date then 'planned' when exists (
        select from network_prices o where o.peer_network_id = p.peer_network_id and o.valid_from > p.valid_from and o.valid_from <= current_date)
      then 'past' else 'current' end as state
    from network_prices p where ${mayIn('networks', sql`array[p.peer_network_id]`)}`,
  managed_disciplines: sql`select d.* from disciplines d where 'networks' = any(${viewer.permissions})`,
})
