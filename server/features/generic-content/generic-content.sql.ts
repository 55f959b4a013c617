import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export const selectContentNetwork = statement(
  'select-content-network',
  { peerNetworkId: 'bigint' },
  (p) => sql`select id from peer_networks where id = ${p.peerNetworkId}`,
)
export const insertContent = statement(
  'insert-generic-content',
  {
    section: 'text',
    peerNetworkId: 'bigint',
    html: 'text',
    note: 'text',
    publishedAt: 'timestamptz',
    authorId: 'bigint',
  },
  (p) => sql`
    insert into generic_contents (section, peer_network_id, html, note, published_at, author_id)
    values (${p.section}, ${p.peerNetworkId}, ${p.html}, ${p.note}, coalesce(${p.publishedAt}, now()), ${p.authorId})
    returning id, published_at`,
)
