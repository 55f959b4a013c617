/** Searches of demo members, so that the search field has suggestions. */
import type { ClientBase } from 'pg'

const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  legal: ['uncapped indemnity', 'force majeure', 'data breach notification', 'outside counsel rates', 'export licence'],
  finance: ['board reporting', 'audit fees', 'revenue recognition', 'cash forecast', 'lease accounting'],
}
/** Enough members for a search to be suggested to others. */
const MEMBERS = 4

/** Made by members without an account, so that every demo account starts without recent searches. */
export async function seedSearches(client: ClientBase, now: Date): Promise<void> {
  for (const [discipline, queries] of Object.entries(SEARCHES)) {
    await client.query(
      `insert into searches (user_id, search_section, query, searched_at)
       select u.id, 'threads', q.query, $3::timestamptz - q.place * interval '9 hours' - u.place * interval '3 days'
       from unnest($2::text[]) with ordinality q(query, place) cross join (
         select u.id, row_number() over (order by u.id) as place from users u
         where u.current_state = 'full access' and not u.suspended
           and not exists (select from accounts a where a.user_id = u.id)
           and exists (select from peer_network_memberships m join peer_networks n on n.id = m.peer_network_id
             join disciplines d on d.id = n.discipline_id where m.user_id = u.id and d.type = $1)
         order by u.id limit $4) u`,
      [discipline, queries, now, MEMBERS],
    )
  }
}
