/** Counts each week and month once, when it is over, and finds who could answer what nobody has answered. */
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Jobs, JobTools } from '#server/platform/jobs/jobs.ts'
import { FIGURES, addDays, type FigureName } from '#shared/figures.ts'
import {
  COUNTING,
  deleteMissedSearches,
  fillAnswerers,
  insertCount,
  insertRemainder,
  selectJoined,
  selectRemainders,
  selectUncounted,
  takePeriod,
  type Counted,
} from './figures.sql.ts'
import { publish, publishShare } from './publishing.ts'

interface Period {
  span: 'week' | 'month'
  starts_on: string
}
interface Remainder {
  peer_network_id: number
  category: string
  amount: number
}

function limitsOf({ span, starts_on }: Period) {
  const from = new Date(`${starts_on}T00:00:00Z`)
  const until = new Date(span === 'week' ? `${addDays(starts_on, 7)}T00:00:00Z` : from)
  if (span === 'month') until.setUTCMonth(until.getUTCMonth() + 1)
  return { from, until }
}

/** The rows of each network. */
function byNetwork<Row extends { peer_network_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const networks = new Map<number, Row[]>()
  for (const row of rows) networks.set(row.peer_network_id, [...(networks.get(row.peer_network_id) ?? []), row])
  return networks
}

const amountsOf = (rows: readonly { category: string; amount: number }[] = []) =>
  new Map(rows.map(({ category, amount }) => [category, Number(amount)] as const))

async function countFigure(tx: Transaction, figure: keyof typeof COUNTING, period: Period): Promise<void> {
  const { rows } = await tx.query<Counted>(COUNTING[figure](limitsOf(period)))
  const { rule } = FIGURES[figure]
  const isKept = rule === 'carried' || rule === 'pooled'
  const waiting = isKept ? (await tx.query<Remainder>(selectRemainders({ figure }))).rows : []
  const counted = byNetwork(rows)
  const before = byNetwork(waiting)
  for (const peerNetworkId of new Set([...counted.keys(), ...before.keys()])) {
    const own = counted.get(peerNetworkId) ?? []
    const { shown, remainders } = publish(rule, amountsOf(own), amountsOf(before.get(peerNetworkId)))
    const amounts = amountsOf(own)
    for (const category of new Set([...amounts.keys(), ...shown.keys()]))
      await tx.query(
        insertCount({
          ...{ figure, peerNetworkId, startsOn: period.starts_on, category },
          amount: amounts.get(category) ?? 0,
          shown: shown.get(category) ?? 0,
          hours: own.find((row) => row.category === category)?.hours ?? null,
        }),
      )
    for (const [category, amount] of remainders)
      await tx.query(insertRemainder({ figure, peerNetworkId, category, amount }))
  }
}

/** The share of a month's members who came back is judged by the size of the group. */
async function countReturned(tx: Transaction, period: Period): Promise<void> {
  const { rows } = await tx.query<Counted>(COUNTING.returned(limitsOf(period)))
  const joined = (await tx.query<{ peer_network_id: number; month: string; amount: number }>(selectJoined())).rows
  for (const { peer_network_id: peerNetworkId, category, amount } of rows) {
    const group = joined.find((each) => each.peer_network_id === peerNetworkId && each.month === category)
    const shown = publishShare(Number(amount), Number(group?.amount ?? 0))
    const place = { figure: 'returned', peerNetworkId, startsOn: period.starts_on, category, hours: null }
    await tx.query(insertCount({ ...place, amount: Number(amount), shown }))
  }
}

async function countPeriod({ pool, bus }: JobTools, period: Period): Promise<void> {
  await transaction(pool, bus, async (tx) => {
    const taken = await tx.query(takePeriod({ span: period.span, startsOn: period.starts_on }))
    if (taken.rows.length === 0) return
    const names = Object.keys(COUNTING) as (keyof typeof COUNTING)[]
    for (const figure of names.filter((name) => FIGURES[name as FigureName].span === period.span))
      if (figure === 'returned') await countReturned(tx, period)
      else await countFigure(tx, figure, period)
  })
}

/** Resolves to the number of weeks and months counted. */
async function count(tools: JobTools): Promise<number> {
  const { rows } = await tools.pool.query<Period>(selectUncounted())
  for (const period of rows) await countPeriod(tools, period)
  await transaction(tools.pool, tools.bus, async (tx) => {
    for (const query of fillAnswerers()) await tx.query(query)
    await tx.query(deleteMissedSearches())
  })
  return rows.length
}

export const figureJobs: Jobs = { 'figures:count': (tools: JobTools) => count(tools) }
