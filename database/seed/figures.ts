import type { ClientBase } from 'pg'
import { CANCEL_REASONS } from '#shared/membership.ts'
import { SMALLEST_GROUP, addDays } from '#shared/figures.ts'
import { seededRandom } from './seeded-random.ts'

/** How many members of the first network searched for what nobody has written about. */
const MISSED = { 'works council': 12, 'earn-out dispute': 9, 'cyber resilience act template': 6 }
/** Weeks before these are as they were counted then; few of their discussions are in the demo. */
const WEEKS = 52
const OWN_WEEKS = 12
const MONTHS = 12
const COHORT_MONTHS = 3
const NETWORKS = 3

interface CountRow {
  figure: string
  peer_network_id: number
  starts_on: string
  category: string
  amount: number
  shown: number
  hours: number[] | null
}
type Add = (figure: string, amount: number, more?: Partial<CountRow>) => void

/** Searches without results, a year of counted weeks and months, and the count that would otherwise wait for the night. */
export async function seedFigures(client: ClientBase): Promise<void> {
  for (const [query, members] of Object.entries(MISSED))
    await client.query(
      `insert into missed_searches (query, member, peer_network_id)
       select $1, encode(sha256(convert_to($1 || i, 'UTF8')), 'hex'), (select min(id) from peer_networks) from generate_series(1, $2) i`,
      [query, members],
    )
  const { rows: dates } = await client.query<{ week: string; month: string }>(
    `select to_char(date_trunc('week', now() at time zone 'UTC'), 'YYYY-MM-DD') as week,
       to_char(date_trunc('month', now() at time zone 'UTC'), 'YYYY-MM-DD') as month`,
  )
  const { week, month } = dates[0]!
  await insertCounts(client, 'week', countedWeeks(week))
  await insertCounts(client, 'month', countedMonths(month))
  await client.query(`select graphile_worker.add_job('figures:count', '{}'::json)`)
}

async function insertCounts(client: ClientBase, span: 'week' | 'month', rows: readonly CountRow[]): Promise<void> {
  await client.query(
    `insert into figure_counts select * from jsonb_populate_recordset(null::figure_counts, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
  await client.query(`insert into figure_periods (span, starts_on) select $1, day::date from unnest($2::text[]) day`, [
    span,
    [...new Set(rows.map(({ starts_on }) => starts_on))],
  ])
}

/** Small groups are not shown, as where they are counted. */
const rowsOf = (rows: CountRow[], peer_network_id: number, starts_on: string): Add => {
  return (figure, amount, more = {}) =>
    rows.push({
      ...{ figure, peer_network_id, starts_on, category: '', amount, hours: null },
      shown: amount >= SMALLEST_GROUP || more.hours ? amount : 0,
      ...more,
    })
}

const sequence = (name: string) => {
  let count = 0
  return () => seededRandom(`figures ${name} ${(count += 1)}`)
}

/** A community that grows, answers faster every quarter, and is quiet in August and at the end of the year. */
function countedWeeks(now: string): CountRow[] {
  const random = sequence('weeks')
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const rows: CountRow[] = []
  for (let ago = WEEKS; ago > OWN_WEEKS; ago -= 1) {
    const day = addDays(now, -7 * ago)
    const grown = (WEEKS - ago) / (WEEKS - OWN_WEEKS)
    const isQuiet = /-08-|-12-2\d/.test(day)
    for (let network = 1; network <= NETWORKS; network += 1) {
      const add = rowsOf(rows, network, day)
      const questions = isQuiet ? between(1, 2) : between(2, 3 + Math.round(3 * grown))
      const hours = Array.from(
        { length: questions },
        () => Math.round((9 - 6 * grown) * (0.3 + random() * 1.6) * 10) / 10,
      )
      add('questions', questions, { hours: hours.toSorted((a, b) => a - b) })
      add('active', Math.round((isQuiet ? 6 : 8) + 8 * grown) + between(0, 3))
      add('invited', between(5, 8))
      add('accepted', ago % 2 === 0 ? between(5, 7) : 0)
      add('replied', ago % 3 === 0 ? between(5, 6) : 0)
      if (network === 1 && ago % 9 === 0) add('left', between(5, 6), { category: CANCEL_REASONS[between(0, 2)]! })
    }
  }
  return rows
}

function countedMonths(now: string): CountRow[] {
  const random = sequence('months')
  const rows: CountRow[] = []
  const monthAt = (ago: number) => {
    const date = new Date(`${now}T00:00:00Z`)
    date.setUTCMonth(date.getUTCMonth() - ago)
    return date.toISOString().slice(0, 10)
  }
  for (let network = 1; network <= NETWORKS; network += 1) {
    const joined = Array.from({ length: MONTHS + 1 }, () => 14 + Math.floor(random() * 12))
    for (let ago = MONTHS; ago >= 1; ago -= 1) {
      const add = rowsOf(rows, network, monthAt(ago))
      add('joined', joined[ago]!)
      for (let later = 1; later <= COHORT_MONTHS && ago + later <= MONTHS; later += 1) {
        const share = 0.82 - 0.11 * (later - 1) - 0.012 * (ago + later) + random() * 0.08
        add('returned', Math.round(joined[ago + later]! * share), { category: monthAt(ago + later).slice(0, 7) })
      }
    }
  }
  return rows
}
