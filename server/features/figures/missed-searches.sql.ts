import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export const insertMissedSearch = statement(
  'insert-missed-search',
  { query: 'text', member: 'text', userId: 'bigint' },
  (p) => sql`
    insert into missed_searches (query, member, peer_network_id)
    select ${p.query}, ${p.member}, m.peer_network_id from peer_network_memberships m
    where m.user_id = ${p.userId} and m.is_primary
      and not exists (select from member_preferences c where c.user_id = m.user_id and not c.counts_activity) limit 1
    on conflict (query, member) do update set searched_on = current_date`,
)
