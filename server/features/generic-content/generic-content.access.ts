/** Texts that staff write: members see what is published for them, staff every version. */
import { checkedRelations, mayIn, sql, viewer } from '#server/platform/graph/sql.ts'

/** A role for one network does not reach the texts for everyone. */
const networksOf = sql`case when c.peer_network_id is null then '{}'::bigint[] else array[c.peer_network_id] end`

export const genericContent = checkedRelations({
  published_contents: sql`
    select c.* from generic_contents c where c.published_at <= now() and (c.peer_network_id is null or c.peer_network_id in (
      select m.peer_network_id from peer_network_memberships m where m.user_id = ${viewer.id}))`,
  content_versions: sql`
    select c.*, case when c.published_at > now() then 'planned' when exists (
        select from generic_contents n where n.section = c.section and n.peer_network_id is not distinct from c.peer_network_id
          and n.published_at <= now() and (n.published_at, n.id) > (c.published_at, c.id)) then 'past' else 'current' end as state
    from generic_contents c where ${mayIn('content', networksOf)}`,
  content_networks: sql`select n.* from peer_networks n where ${mayIn('content', sql`array[n.id]`)}`,
})
