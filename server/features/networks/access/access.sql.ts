import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

/** Both networks, locked, so that two changes of the same access run one after the other. */
export const lockPair = statement(
  'lock-networks-of-access',
  { ids: 'bigint[]' },
  (p) => sql`select id, display_name from peer_networks where id = any(${p.ids}) order by id for update`,
)
export const selectKinds = statement(
  'select-access-kinds',
  { fromId: 'bigint', toId: 'bigint' },
  (p) =>
    sql`select kind from network_access where from_network_id = ${p.fromId} and to_network_id = ${p.toId} order by kind`,
)
export const replaceKinds = statement(
  'replace-access-kinds',
  { fromId: 'bigint', toId: 'bigint', kinds: 'text[]' },
  (p) => sql`
    with closed as (
      delete from network_access where from_network_id = ${p.fromId} and to_network_id = ${p.toId} and kind <> all(${p.kinds}))
    insert into network_access (kind, from_network_id, to_network_id)
    select k.kind, ${p.fromId}, ${p.toId} from unnest(${p.kinds}) as k(kind) on conflict do nothing`,
)
