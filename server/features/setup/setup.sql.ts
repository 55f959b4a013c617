import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

export const selectSetup = statement(
  'select-setup',
  {},
  () => sql`select exists (select from setup_steps) as has_begun, exists (select from peer_networks) as has_network,
    exists (select from setup_steps where step = 'open') as is_open`,
)
export const upsertStep = statement(
  'upsert-setup-step',
  { step: 'text', state: 'text' },
  (p) => sql`
    insert into setup_steps as s (step, state) values (${p.step}, ${p.state})
    on conflict (step) do update set state = excluded.state, changed_at = now() where s.state <> excluded.state
    returning s.step`,
)
/** An owner without a network can write nothing: they become a member of the first. */
export const joinFirstNetwork = statement(
  'join-first-network',
  { userId: 'bigint' },
  (p) => sql`
    insert into peer_network_memberships (user_id, peer_network_id, is_primary)
    select ${p.userId}, min(n.id), true from peer_networks n
    where not exists (select from peer_network_memberships m where m.user_id = ${p.userId})
    having count(*) > 0 returning peer_network_id as id`,
)
