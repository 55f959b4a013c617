import { define, many, one, onSameRow } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { networkDesk } from './desk.access.ts'

const NETWORKS = 200
const DISCIPLINES = 10
const PRICES = 100

const saved = one((_, { result }) => sql`select n.* from ${networkDesk.managed_networks} n where n.id = ${result}`)
const disciplines = many(() => ({
  rows: sql`select d.* from ${networkDesk.managed_disciplines} d`,
  order: sql`d.name, d.id`,
  cap: DISCIPLINES,
}))

export const networkDeskReads = define({
  Query: {
    managed_networks: many(() => ({
      rows: sql`select n.* from ${networkDesk.managed_networks} n`,
      order: sql`n.display_name, n.id`,
      cap: NETWORKS,
    })),
    managed_network: one(
      (_, { args }) => sql`select n.* from ${networkDesk.managed_networks} n where n.id = ${args['id']!}`,
    ),
    managed_disciplines: disciplines,
  },
  Mutation: {
    saveNetwork: saved,
    saveNetworkPicture: saved,
    saveNetworkPrice: saved,
    removeNetworkPrice: saved,
    saveDiscipline: disciplines,
  },
  StaffNetwork: {
    network: onSameRow(),
    prices: many((n) => ({
      rows: sql`select p.* from ${networkDesk.managed_prices} p where p.peer_network_id = ${n}.id`,
      order: sql`p.valid_from desc`,
      cap: PRICES,
    })),
  },
})
