/** One call under load: our server and the statement written by hand, in turn, each with its database on one core. */
import { spawnSync } from 'node:child_process'
import { loadConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { load, median, portOf, round, ROUNDS, startChild, stopChild, usage, type Reader } from './kit.ts'
import { callOf, SECRET, visitorsOf } from './sessions.ts'

const SECONDS = 6
const CONNECTIONS = 24
const SERVER_CORE = 0
const LOAD_CORE = 1

/** Rates of both, their ratio, and what a request costs the server. Both must answer the same. */
export async function againstLimit(
  dataDir: string,
  operation: string,
  variables: Record<string, unknown>,
  readers: readonly Reader[],
  same: (a: unknown, b: unknown) => boolean,
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
  const answers: Record<string, unknown> = {}
  for (let each = 0; each < ROUNDS; each++) {
    for (const name of ['ours', 'limit'] as const) {
      const child = startChild(scripts[name], [dataDir], { core: SERVER_CORE })
      try {
        const port = await portOf(child)
        answers[name] = await answerOf(port, calls[name][0]!)
        await load({ port, requests: calls[name], seconds: 2, connections: CONNECTIONS })
        const before = usage(child.pid!)
        const { rate, p95 } = await load({ port, requests: calls[name], seconds: SECONDS, connections: CONNECTIONS })
        const after = usage(child.pid!)
        rates[name].push(rate)
        if (name === 'ours') costs.push({ cpu: (after.cpuMs - before.cpuMs) / (rate * SECONDS), mb: after.mb, p95 })
      } finally {
        await stopChild(child)
      }
    }
    if (!same(answers['ours'], answers['limit'])) throw new Error(`The two answers to ${operation} differ.`)
  }
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
  return answer.json()
}
