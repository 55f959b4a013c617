/** Access between networks, as staff see it who edit both. Empty for everyone else. */
import { isCountedMember } from '#server/platform/session/account-states.ts'
import { checkedRelations, mayIn, sql, trustedSql } from '#server/platform/graph/sql.ts'
import { ACCESS_KINDS } from '#shared/network-access.ts'

const kinds = trustedSql(ACCESS_KINDS.map((kind) => `'${kind}'`).join(', '))
const pairs = sql`
  from peer_networks f join peer_networks t on t.id <> f.id
  cross join unnest(array[${kinds}]) with ordinality k(kind, place)
  left join network_access a on a.kind = k.kind and a.from_network_id = f.id and a.to_network_id = t.id
  where ${mayIn('networks', sql`array[f.id]`)} and ${mayIn('networks', sql`array[t.id]`)}`

export const accessDesk = checkedRelations({
  access_pairs: sql`
    select f.id as from_network_id, t.id as to_network_id,
      coalesce(json_agg(k.kind order by k.place) filter (where a.kind is not null), '[]') as kinds
    ${pairs} group by f.id, t.id`,
  access_effects: sql`
    select f.id as from_network_id, t.id as to_network_id, k.kind, k.place, a.kind is not null as is_open,
      (select count(*)::integer from peer_network_memberships m join users u on u.id = m.user_id
        where m.peer_network_id = f.id and ${isCountedMember(sql`u`)} and not exists (
          select from peer_network_memberships o join network_access b on b.from_network_id = o.peer_network_id
          where o.user_id = m.user_id and o.peer_network_id <> f.id and b.kind = k.kind and b.to_network_id = t.id)) as num_of_members,
      case
        when k.kind in ('discussion', 'document_request', 'poll', 'recommendation_request') then (
          select count(*)::integer from thread_feed h where t.id = any(h.peer_network_ids) and h.thread_type = k.kind and h.visible)
        when k.kind = 'member_directory' then (
          select count(*)::integer from peer_network_memberships m join users u on u.id = m.user_id
          where m.peer_network_id = t.id and ${isCountedMember(sql`u`)})
        when k.kind = 'event' then (select count(*)::integer from events e where e.peer_network_id = t.id)
        when k.kind = 'document' then (
          select count(*)::integer from peer_documents d where t.id = any(d.network_ids) and d.state = 'approved')
      end as num_of_items
    ${pairs}`,
})
