/** npm run bench -- reads: every query in each of its shapes on two sizes; fails if slow, or if it grows with the set. */
import pg from 'pg'
import { reads } from '#server/app.ts'
import type { Database } from '#server/platform/database/database.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { makeEngine, type Engine } from '#server/platform/graph/engine.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import { nameOf, queriesOf, shapesOf, type Samples, type Variables } from '../tests/harness/operation-shapes.ts'
import { findViewers, isCheck, LARGE, openLarge, print, round, type LargeSize } from './kit.ts'

const SMALL: LargeSize = isCheck
  ? { members: 1_000, threads: 300, messages: 3_000 }
  : { members: 2_000, threads: 600, messages: 6_000 }
const MAX_MS = 25
const MAX_GROWTH = 1.5
/** Growth below this many pages is noise: an index one level deeper, a list that the small set does not fill. */
const FREE_BUFFERS = 400
const RUNS = 3

interface Cost {
  ms: number
  buffers: number
}
interface ReadCost extends Cost {
  operation: string
  variables: Variables
}

const contract = loadContract()
const only = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const operations = queriesOf(contract).filter((node) => only.length === 0 || only.includes(nameOf(node)))

const small = await measure(SMALL)
const large = await measure(LARGE)
const rows = [...large].map(([key, cost]) => {
  const before = small.get(key)
  return { ...cost, small_buffers: before?.buffers ?? 0 }
})
const isSlow = ({ ms }: Cost) => !isCheck && ms > MAX_MS
const hasGrown = ({ buffers, small_buffers }: { buffers: number; small_buffers: number }) =>
  buffers > small_buffers * MAX_GROWTH + FREE_BUFFERS
const failed = rows.filter((row) => isSlow(row) || hasGrown(row)).sort((a, b) => b.ms - a.ms)
print('reads', {
  operations: operations.length,
  shapes: rows.length,
  must: { milliseconds: `<= ${MAX_MS}`, growth_of_pages_read: `<= ${MAX_GROWTH} and ${FREE_BUFFERS} pages` },
  beyond: failed.map(({ operation, variables, ms, buffers, small_buffers }) =>
    [operation, JSON.stringify(variables), `${round(ms, 1)} ms`, `${small_buffers} → ${buffers} pages`].join('  '),
  ),
})
if (failed.length > 0) process.exitCode = 1

/** The cost of each shape of each operation. */
async function measure(size: LargeSize): Promise<Map<string, ReadCost>> {
  const { database } = await openLarge(size)
  try {
    // Without statistics an index on an expression is not used; a migration may just have made one.
    await database.write.query('analyze')
    const { three } = await findViewers(database.hot)
    const engine = makeEngine({ contract, reads, hot: database.hot, search: database.search })
    const samples = await samplesFor(database, three)
    const costs = new Map<string, ReadCost>()
    for (const node of operations) {
      const operation = nameOf(node)
      // Both datasets give the same shapes in the same order.
      for (const [at, variables] of shapesOf(contract, node, samples).entries()) {
        const cost = await costOf({ database, engine }, operation, { viewer: three, variables })
        costs.set(`${operation} ${at}`, { operation, variables, ...cost })
      }
    }
    return costs
  } finally {
    await database.close()
  }
}

async function costOf(
  { database, engine }: { database: Database; engine: Engine },
  operation: string,
  { viewer, variables }: { viewer: Viewer; variables: Variables },
): Promise<Cost> {
  const input = { viewer, variables: engine.coerce(operation, variables) }
  const { text, slots, statementName } = engine.variant(operation, input)
  const values = slots.map((slot) => slot.read(input))
  const client = await (statementName ? database.hot : database.search).connect()
  const times: number[] = []
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const began = performance.now()
      await client.query(statementName ? { name: statementName, text, values } : { text, values })
      times.push(performance.now() - began)
      if (times[0]! > 1_000) break
    }
    // A prepared statement is explained with the plan it runs with.
    const explained = statementName ? `execute "${statementName}"${literals(values)}` : text
    const plan = await client.query<{
      'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }]
    }>(`explain (analyze, buffers, timing off, format json) ${explained}`, statementName ? [] : values)
    const { Plan } = plan.rows[0]!['QUERY PLAN'][0]
    return { ms: Math.min(...times), buffers: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'] }
  } catch (error) {
    console.error(`${operation} ${JSON.stringify(variables)}: ${(error as Error).message}`)
    return { ms: 10_000, buffers: 1e9 }
  } finally {
    client.release()
  }
}

function literals(values: readonly unknown[]): string {
  if (values.length === 0) return ''
  return `(${values.map((each) => (each === null ? 'null' : pg.escapeLiteral(textOf(each)))).join(', ')})`
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? `{${value.map((each) => JSON.stringify(each)).join(',')}}` : String(value)
}

/** Ids and words that exist in the dataset: a busy thread, an active member, the most mentioned expert. */
async function samplesFor(database: Database, viewer: Viewer): Promise<Samples> {
  const one = async (text: string): Promise<number> =>
    (await database.hot.query<{ id: number }>(text, [viewer.channels])).rows[0]?.id ?? 1
  const several = async (text: string) => (await database.hot.query<{ id: number }>(text)).rows.map(({ id }) => id)
  const thread = await one(
    `select thread_id as id from feed_entries where channel = any($1::integer[]) order by pub_date desc limit 1`,
  )
  // The members with the most to list.
  const liker = await several('select user_id as id from likes group by 1 order by count(*) desc limit 1')
  return {
    id: thread,
    thread_id: thread,
    geographies: await several('select id from geographies order by id limit 3'),
    areasOfExpertise: await several('select id from areas_of_expertise order by id limit 3'),
    key: 'a',
    search: 'board',
    name: 'an',
    postedByUserId: viewer.id,
    user_id: liker[0] ?? viewer.id,
    userId: liker[0] ?? viewer.id,
    viewing_user_id: viewer.id,
    entity_id: thread,
    peerNetworkIDs: [...viewer.networks].slice(0, 2),
    filter: {},
  }
}
