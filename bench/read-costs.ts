/** What each shape of each query costs on one dataset: pages and rows read, and milliseconds. */
import pg from 'pg'
import { reads } from '#server/app.ts'
import type { Database } from '#server/platform/database/database.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { makeEngine, queryOf, type Variant } from '#server/platform/graph/engine.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import { nameOf, queriesOf, shapesOf, type Variables } from '../tests/harness/operation-shapes.ts'
import { samplesFor } from './read-samples.ts'

const RUNS = 3
/** The searches that take longer are not repeated. */
const LONG_MS = 1_000

export interface ReadCost {
  operation: string
  variables: Variables
  buffers: number
  /** Rows that the nodes of the plan looked at, shown or not. */
  rows: number
  /** Kilobytes of the answer. */
  kb: number
  /** The fastest of some runs; 0 if not timed. */
  ms: number
}

interface PlanNode {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Relation Name'?: string
  Plans?: PlanNode[]
}

export interface CostsAsked {
  viewer: Viewer
  /** Without names: every query. */
  only: readonly string[]
  isTimed: boolean
  /** Also with each two of the optional variables. */
  arePaired: boolean
}

/** By operation and place of the shape: both datasets give the same shapes in the same order. */
export async function readCosts(database: Database, asked: CostsAsked): Promise<Map<string, ReadCost>> {
  const { viewer, only, isTimed, arePaired } = asked
  const contract = loadContract()
  const engine = makeEngine({ contract, reads, hot: database.hot, search: database.search })
  const client = await database.write.connect()
  await client.query('set statement_timeout = 0')
  const samplesOf = await samplesFor(client, viewer)
  client.release(true)
  const costs = new Map<string, ReadCost>()
  for (const node of queriesOf(contract)) {
    const operation = nameOf(node)
    if (only.length > 0 && !only.includes(operation)) continue
    const known = new Set<string>()
    const shapes = shapesOf(contract, node, samplesOf(operation))
    const most = Object.keys(shapes[0]!).length + 1
    for (const [at, variables] of shapes.entries()) {
      if (!arePaired && at > 1 && Object.keys(variables).length > most) continue
      const input = { viewer, variables: engine.coerce(operation, variables) }
      const variant = engine.variant(operation, input)
      // The same statement with another limit or offset.
      if (known.has(variant.text)) continue
      known.add(variant.text)
      const { values } = queryOf(variant, input)
      try {
        costs.set(`${operation} ${at}`, {
          operation,
          variables,
          ...(await costOf(database, variant, { values, isTimed })),
        })
      } catch (error) {
        console.error(`${operation} ${JSON.stringify(variables)}: ${(error as Error).message}`)
        costs.set(`${operation} ${at}`, { operation, variables, ms: 10_000, kb: 0, buffers: 1e9, rows: 1e9 })
      }
    }
  }
  return costs
}

async function costOf(
  database: Database,
  { text, statementName }: Variant,
  { values, isTimed }: { values: readonly unknown[]; isTimed: boolean },
): Promise<Omit<ReadCost, 'operation' | 'variables'>> {
  const client = await (statementName ? database.hot : database.search).connect()
  try {
    if (isTimed) await client.query('set statement_timeout = 10000')
    let ms = isTimed ? Infinity : 0
    for (let run = 0; isTimed && run < RUNS; run += 1) {
      const began = performance.now()
      await client.query(
        statementName ? { name: statementName, text, values: [...values] } : { text, values: [...values] },
      )
      ms = Math.min(ms, performance.now() - began)
      if (ms > LONG_MS) break
    }
    // A prepared statement is explained with the plan it runs with.
    if (statementName && !isTimed) await client.query(`prepare "${statementName}" as ${text}`)
    const explained = statementName ? `execute "${statementName}"${literals(values)}` : text
    const plan = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode; Serialization: { 'Output Volume': number } }] }>(
      `explain (analyze, buffers, timing off, serialize text, format json) ${explained}`,
      statementName ? [] : [...values],
    )
    if (statementName && !isTimed) await client.query(`deallocate "${statementName}"`)
    const { Plan, Serialization } = plan.rows[0]!['QUERY PLAN'][0]
    return {
      ms,
      kb: Serialization['Output Volume'],
      buffers: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'],
      rows: rowsOf(Plan),
    }
  } finally {
    client.release()
  }
}

/** Of tables only: functions and sorts repeat what was read before. */
function rowsOf(node: PlanNode): number {
  const here =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const below = (node.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0)
  return below + (node['Relation Name'] ? here * node['Actual Loops'] : 0)
}

function literals(values: readonly unknown[]): string {
  if (values.length === 0) return ''
  return `(${values.map((each) => (each === null ? 'null' : pg.escapeLiteral(textOf(each)))).join(', ')})`
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map((each) => JSON.stringify(each)).join(',')}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
