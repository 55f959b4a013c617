export interface Flag {
  id: number
  key: string
  enabled: boolean
  peer_network_id: number | null
  user_id: number | null
}

export const selectFlagMember = {
  name: 'select-flag-member',
  text: 'select id from users where email = $1',
}
export const selectFlagNetwork = {
  name: 'select-flag-network',
  text: 'select display_name from peer_networks where id = $1',
}
export const lockFlag = {
  name: 'lock-feature-flag',
  text: `select enabled from feature_flags
    where key = $1 and peer_network_id is not distinct from $2 and user_id is not distinct from $3 for update`,
}
export const upsertFlag = {
  name: 'upsert-feature-flag',
  text: `insert into feature_flags (key, peer_network_id, user_id, enabled) values ($1, $2, $3, $4)
    on conflict (key, peer_network_id, user_id) do update set enabled = excluded.enabled, changed_at = now()`,
}
export const deleteFlag = {
  name: 'delete-feature-flag',
  text: 'delete from feature_flags where id = $1 returning id, key, enabled, peer_network_id, user_id',
}
