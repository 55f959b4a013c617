/** Statements about networks and the reference lists. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export const selectNamed = statement(
  'select-named-in-table',
  { networks: 'text[]', topics: 'text[]', geographies: 'text[]' },
  (p) => sql`
    select 'networks' as kind, n.id, n.slug as name from peer_networks n where n.slug = any(${p.networks})
    union all select 'topics', a.id, lower(a.name) from areas_of_expertise a where lower(a.name) = any(${p.topics})
    union all select 'geographies', g.id, lower(g.name) from geographies g where lower(g.name) = any(${p.geographies})`,
)
