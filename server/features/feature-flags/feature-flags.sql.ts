import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

export interface Flag {
  id: number
  key: string
  enabled: boolean
  peer_network_id: number | null
  user_id: number | null
}

export const selectFlagMember = statement(
  'select-flag-member',
  { email: 'citext' },
  (p) => sql`select id from users where email = ${p.email}`,
)
export const selectFlagNetwork = statement(
  'select-flag-network',
  { peerNetworkId: 'bigint' },
  (p) => sql`select display_name from peer_networks where id = ${p.peerNetworkId}`,
)
export const lockFlag = statement(
  'lock-feature-flag',
  { key: 'text', peerNetworkId: 'bigint', userId: 'bigint' },
  (p) => sql`select enabled from feature_flags
    where key = ${p.key} and peer_network_id is not distinct from ${p.peerNetworkId} and user_id is not distinct from ${p.userId} for update`,
)
export const upsertFlag = statement(
  'upsert-feature-flag',
  { key: 'text', peerNetworkId: 'bigint', userId: 'bigint', enabled: 'boolean' },
  (p) => sql`
    insert into feature_flags (key, peer_network_id, user_id, enabled) values (${p.key}, ${p.peerNetworkId}, ${p.userId}, ${p.enabled})
    on conflict (key, peer_network_id, user_id) do update set enabled = excluded.enabled, changed_at = now()`,
)
export const deleteFlag = statement(
  'delete-feature-flag',
  { id: 'bigint' },
  (p) => sql`delete from feature_flags where id = ${p.id} returning id, key, enabled, peer_network_id, user_id`,
)
