import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export interface Price {
  peer_network_id: number
  price: number
  price_international: number
  valid_from: string
}

export const lockNetworkName = statement(
  'lock-network-of-price',
  { id: 'bigint' },
  (p) => sql`select display_name from peer_networks where id = ${p.id} for update`,
)
/** Days begin at midnight UTC, as in the reads. */
export const isPastDay = statement(
  'is-past-day',
  { day: 'text' },
  (p) => sql`select ${p.day}::date < current_date as is_past`,
)
export const selectPrice = statement(
  'select-network-price',
  { id: 'bigint', day: 'text' },
  (p) => sql`select price, price_international from network_prices
    where peer_network_id = ${p.id} and valid_from = ${p.day}::date`,
)
export const upsertPrice = statement(
  'upsert-network-price',
  { id: 'bigint', day: 'text', price: 'integer', international: 'integer' },
  (p) => sql`
    insert into network_prices (peer_network_id, valid_from, price, price_international)
    values (${p.id}, ${p.day}::date, ${p.price}, ${p.international})
    on conflict (peer_network_id, valid_from) do update set price = excluded.price, price_international = excluded.price_international`,
)
export const networkOfPrice = statement(
  'network-of-price',
  { id: 'bigint' },
  (p) => sql`select peer_network_id from network_prices where id = ${p.id}`,
)
export const deletePlannedPrice = statement(
  'delete-planned-price',
  { id: 'bigint' },
  (p) => sql`delete from network_prices where id = ${p.id} and valid_from > current_date
    returning peer_network_id, price, price_international, valid_from::text as valid_from`,
)
