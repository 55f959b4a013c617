/** One operation under load: our server and the handwritten statement alternate, each with its database on one core. */
import { spawnSync } from 'node:child_process'
import { loadConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import {
  isCheck,
  load,
  median,
  portOf,
  round,
  ROUNDS,
  startChild,
  stopChild,
  processUsage,
  type Reader,
} from './kit.ts'
import { differences } from './same-answer.ts'
import { callOf, SECRET, visitorsOf } from './sessions.ts'

const SECONDS = 6
const CONNECTIONS = 24
const SERVER_CORE = 0
const LOAD_CORE = 1

/**
 * Rates of both, their ratio, and the server's cost per request. Both must return the same; `--check` only compares.
 */
export async function runLoad(
  dataDir: string,
  operation: string,
  variables: Record<string, unknown>,
  readers: readonly Reader[],
) {
  const database = await openDatabase(loadConfig({ DATA_DIR: dataDir, DEMO: 'off', SECRET, LOG_LEVEL: 'error' }))
  const visitors = await visitorsOf(
    database.write,
    readers.map(({ id }) => id),
  )
  await database.close()
  spawnSync('taskset', ['-cp', String(LOAD_CORE), String(process.pid)])

  const body = JSON.stringify({ variables })
  const calls = {
    ours: visitors.map((visitor) => callOf(operation, variables, visitor)),
    limit: readers.map((reader) => ({
      path: `/api/graphql/${operation}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-reach': JSON.stringify(reader) },
      body,
    })),
  }
  const scripts = { ours: 'bench/server.ts', limit: 'bench/limit.ts' }
  const rates: Record<keyof typeof scripts, number[]> = { ours: [], limit: [] }
  const costs: { cpu: number; mb: number; p95: number }[] = []
  const answers: Partial<Record<keyof typeof scripts, unknown[]>> = {}
  for (let each = 0; each < (isCheck ? 1 : ROUNDS); each++) {
    for (const name of ['ours', 'limit'] as const) {
      const child = startChild(scripts[name], [dataDir], { core: SERVER_CORE })
      try {
        const port = await portOf(child)
        answers[name] = await Promise.all(calls[name].map((call) => answerOf(port, call)))
        if (isCheck) continue
        await load({ port, requests: calls[name], seconds: 2, connections: CONNECTIONS })
        const before = processUsage(child.pid!)
        const { rate, p95 } = await load({ port, requests: calls[name], seconds: SECONDS, connections: CONNECTIONS })
        const after = processUsage(child.pid!)
        rates[name].push(rate)
        if (name === 'ours') costs.push({ cpu: (after.cpuMs - before.cpuMs) / (rate * SECONDS), mb: after.mb, p95 })
      } finally {
        await stopChild(child)
      }
    }
    const differing = readers.flatMap((_, at) => differences(operation, answers['ours']![at], answers['limit']![at]))
    if (differing.length > 0) throw new Error(`The two answers to ${operation} differ:\n${differing.join('\n')}`)
  }
  if (isCheck) return { answers: 'the same' }
  return {
    ratio_to_limit: round(median(rates.ours) / median(rates.limit)),
    requests_per_second_one_core: round(median(rates.ours), 0),
    limit_per_second: round(median(rates.limit), 0),
    node_cpu_ms: round(median(costs.map(({ cpu }) => cpu))),
    server_mb: round(median(costs.map(({ mb }) => mb)), 0),
    p95_ms: round(median(costs.map(({ p95 }) => p95)), 1),
  }
}

async function answerOf(
  port: number,
  { path, method, headers, body }: { path: string; method: string; headers: Record<string, string>; body: string },
): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body })
  return ((await answer.json()) as { data: unknown }).data
}
