import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export const insertExport = statement(
  'insert-member-export',
  { askedBy: 'bigint', networkId: 'bigint', accountState: 'text', hours: 'integer' },
  (p) => sql`insert into member_exports (asked_by, peer_network_id, account_state, expires_at)
    values (${p.askedBy}, ${p.networkId}, ${p.accountState}, now() + make_interval(hours => ${p.hours})) returning id`,
)
export const selectNetworkName = statement(
  'select-network-of-member-export',
  { networkId: 'bigint' },
  (p) => sql`select display_name from peer_networks where id = ${p.networkId}`,
)
export const sweepExports = statement(
  'sweep-member-exports',
  {},
  () => sql`delete from member_exports where expires_at < now()`,
)
