/** Statements of staff who edit networks. */
import { statement } from '#server/platform/database/statement.ts'
import { join, sql, trustedSql } from '#server/platform/graph/sql.ts'
import { NETWORK_COLUMNS } from '#shared/network-fields.ts'

const columns = NETWORK_COLUMNS.map(trustedSql)
const values = join(
  NETWORK_COLUMNS.map((column) => trustedSql(`f.${column}`)),
  ', ',
)

export const lockNetwork = statement(
  'lock-managed-network',
  { id: 'bigint' },
  (p) => sql`select to_jsonb(n) as row from peer_networks n where n.id = ${p.id} for update`,
)
export const selectDiscipline = statement(
  'select-discipline-of-network',
  { id: 'bigint' },
  (p) => sql`select id from disciplines where id = ${p.id}`,
)
export const updateNetwork = statement(
  'update-managed-network',
  { id: 'bigint', values: 'jsonb' },
  (p) => sql`
    update peer_networks n set ${join(
      NETWORK_COLUMNS.map((column) => trustedSql(`${column} = f.${column}`)),
      ', ',
    )}
    from jsonb_populate_record(null::peer_networks, ${p.values}) f where n.id = ${p.id}`,
)
/** A trigger adds its mailing list. */
export const insertNetwork = statement(
  'insert-managed-network',
  { slug: 'text', values: 'jsonb' },
  (p) => sql`
    insert into peer_networks (slug, ${join(columns, ', ')})
    select ${p.slug}, ${values} from jsonb_populate_record(null::peer_networks, ${p.values}) f
    on conflict (slug) do nothing returning id`,
)
/** Members of a network reach all of it, and nothing else, until staff open others to them. */
export const openToItself = statement(
  'open-network-to-itself',
  { id: 'bigint', kinds: 'text[]' },
  (p) => sql`
    insert into network_access (kind, from_network_id, to_network_id)
    select k.kind, ${p.id}, ${p.id} from unnest(${p.kinds}) as k(kind) on conflict do nothing`,
)

const pictureOf = (kind: 'logo' | 'favicon') =>
  statement(
    `show-network-${kind}`,
    { id: 'bigint', address: 'text' },
    (p) => sql`update peer_networks set ${trustedSql(kind)} = ${p.address} where id = ${p.id}`,
  )
export const showPicture = { logo: pictureOf('logo'), favicon: pictureOf('favicon') }
export const deletePicture = statement(
  'delete-network-picture',
  { id: 'bigint', kind: 'text' },
  (p) => sql`delete from network_pictures where peer_network_id = ${p.id} and kind = ${p.kind} returning storage_key`,
)
export const insertPicture = statement(
  'insert-network-picture',
  { id: 'bigint', kind: 'text', key: 'text', storageKey: 'text' },
  (p) => sql`insert into network_pictures (key, peer_network_id, kind, storage_key)
    values (${p.key}, ${p.id}, ${p.kind}, ${p.storageKey})`,
)
export const selectLogo = statement(
  'select-network-logo',
  { id: 'bigint' },
  (p) => sql`select storage_key from network_pictures where peer_network_id = ${p.id} and kind = 'logo'`,
)
export const findNetworkPicture = statement(
  'find-network-picture',
  { key: 'text' },
  (p) => sql`select storage_key from network_pictures where key = ${p.key}`,
)

export const lockDiscipline = statement(
  'lock-discipline',
  { type: 'text' },
  (p) => sql`select id, name, team_name, links from disciplines where type = ${p.type} for update`,
)
export const upsertDiscipline = statement(
  'upsert-discipline',
  { type: 'text', name: 'text', teamName: 'text', links: 'jsonb' },
  (p) => sql`
    insert into disciplines (type, name, team_name, links) values (${p.type}, ${p.name}, ${p.teamName}, ${p.links})
    on conflict (type) do update set name = excluded.name, team_name = excluded.team_name, links = excluded.links
    returning id`,
)
