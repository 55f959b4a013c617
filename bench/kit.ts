/** Shared by the benchmarks: the large dataset, medians, a load generator, and printing. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import pg from 'pg'
import { environment, flags } from '../bin/install.mjs'
import { loadConfig, type Config } from '#server/config.ts'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { queryOf, type Engine } from '#server/platform/graph/engine.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import { SECRET } from './sessions.ts'

export const ROUNDS = 3
export const BENCH_DATA = path.resolve(process.env['BENCH_DATA'] ?? 'data/bench')

export const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
export const round = (value: number, digits = 3) => Number(value.toFixed(digits))
/** To one digit; `share` from 0 to 1. */
export const percentile = (values: readonly number[], share: number) =>
  round(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0, 1)
export const print = (name: string, figures: Record<string, unknown>) =>
  console.log(JSON.stringify({ bench: name, ...figures }, null, 2))

export interface LargeSize {
  members: number
  threads: number
  messages: number
  /** Without conversations, notifications, follows, views and staff work. */
  isFeedOnly?: boolean
}
/** `--check` compares responses and measures nothing, so a small dataset is enough. */
export const isCheck = process.argv.includes('--check')
/** `--middle`: a tenth of the large set, made in two minutes, for trying a change. */
const isMiddle = process.argv.includes('--middle')
/** `--even`: words drawn evenly, the worst case for searches. */
const isEven = process.argv.includes('--even')
export const LARGE: LargeSize = isCheck
  ? { members: 2_000, threads: 600, messages: 6_000 }
  : isMiddle
    ? { members: 5_000, threads: 6_000, messages: 60_000 }
    : { members: 20_000, threads: 60_000, messages: 600_000 }

/** Changes with the seed, so that a set made by an older one is not used. */
const EDITION = 4

/** Opens a database with the large dataset; generates it if missing. Its folder is named after its size. */
export async function openLarge(size: LargeSize = LARGE): Promise<{ database: Database; config: Config }> {
  const dataDir = path.join(
    BENCH_DATA,
    [
      EDITION,
      size.members,
      size.threads,
      size.messages,
      isEven ? 'even' : 'text',
      ...(size.isFeedOnly ? ['feed'] : []),
    ].join('-'),
  )
  const config = loadConfig({ DATA_DIR: dataDir, DEMO: 'off', PORT: '0', SECRET, LOG_LEVEL: 'error', JOBS: 'off' })
  const database = await openDatabase(config, () => {})
  const { rows } = await database.write.query<{ empty: boolean }>(
    'select not exists (select from peer_networks) as empty',
  )
  if (rows[0]!.empty) {
    const { seedLarge } = await import('#database/seed/large.ts')
    const client = await database.write.connect()
    await client.query('set statement_timeout = 0')
    const began = performance.now()
    await seedLarge(client, { ...size, isEven }, () => {})
    console.error(
      `made ${size.threads.toLocaleString('en-US')} threads in ${((performance.now() - began) / 1000).toFixed(0)} s`,
    )
    client.release(true)
  }
  return { database, config }
}

/** Indexes all pending messages with two concurrent workers, which take different shares. */
export async function indexWaiting(pool: pg.Pool): Promise<void> {
  const AT_ONCE = 5_000
  const work = async () => {
    const worker = await pool.connect()
    await worker.query('set statement_timeout = 0; set synchronous_commit = off')
    const share = async () =>
      (await worker.query<{ taken: number }>('select index_messages($1) as taken', [AT_ONCE])).rows[0]!.taken
    while ((await share()) === AT_ONCE);
    worker.release(true)
  }
  await Promise.all([work(), work()])
  await pool.query('analyze search_items, thread_words, private_words')
}

export interface Viewers {
  one: Reader
  three: Reader
  eight: Reader
}
export interface Reader {
  id: number
  networks: number[]
  channels: number[]
  is_staff: false
  grants: []
}

/** A member's access, as a session contains it. */
export async function reachOf(pool: pg.Pool, userId: number): Promise<Reader> {
  const { rows } = await pool.query<Reader>(
    `select m.user_id as id, array_agg(distinct a.to_network_id) as networks,
      array_agg(distinct channel(a.to_network_id, a.kind)) as channels, false as is_staff, '[]'::json as grants
     from peer_network_memberships m
     join network_access a on a.from_network_id = m.peer_network_id and a.kind in ('discussion', 'document_request', 'poll', 'recommendation_request')
     where m.user_id = $1 group by m.user_id`,
    [userId],
  )
  return rows[0]!
}

/** A staff account, which reads every network. */
export async function reachOfStaff(pool: pg.Pool): Promise<Viewer> {
  const { rows } = await pool.query<Viewer>(
    `select u.id, true as is_staff, '[{"role":"owner","network_id":null}]'::json as grants, array(select id from peer_networks order by id) as networks,
      array(select n.id::integer * 4 + kind from peer_networks n cross join generate_series(0, 3) as kind order by 1) as channels
     from users u where u.is_staff order by u.id limit 1`,
  )
  if (!rows[0]) throw new Error('The large set has no staff.')
  return rows[0]
}

/** Members of exactly one, three and eight networks, with their access: the first of each, after skipping `after`. */
export async function findViewers(pool: pg.Pool, { after = 0 } = {}): Promise<Viewers> {
  const of = async (count: number): Promise<Reader> => {
    const { rows } = await pool.query<{ user_id: number }>(
      `select user_id from peer_network_memberships m join users u on u.id = m.user_id and not u.suspended and u.current_state = 'full access'
       group by user_id having count(*) = $1 order by user_id limit 1 offset $2`,
      [count, after],
    )
    if (!rows[0]) throw new Error(`The large set has no member of ${count} networks.`)
    return reachOf(pool, rows[0].user_id)
  }
  return { one: await of(1), three: await of(3), eight: await of(8) }
}

/**
 * Median milliseconds of each statement on one connection. They alternate, so that machine load affects all equally.
 */
export async function timeInTurn(
  work: Record<string, () => Promise<unknown>>,
  { rounds = ROUNDS, times = 60 } = {},
): Promise<Record<string, number>> {
  const taken: Record<string, number[]> = Object.fromEntries(Object.keys(work).map((name) => [name, []]))
  for (const run of Object.values(work)) for (let warm = 0; warm < 10; warm++) await run()
  for (let each = 0; each < rounds; each++) {
    for (const [name, run] of Object.entries(work)) {
      const single: number[] = []
      for (let time = 0; time < times; time++) {
        const began = performance.now()
        await run()
        single.push(performance.now() - began)
      }
      taken[name]!.push(median(single))
    }
  }
  return Object.fromEntries(Object.entries(taken).map(([name, list]) => [name, median(list)]))
}

/** By the name of a row. */
export type AskedOperations = Readonly<Record<string, [operation: string, variables: Record<string, unknown>]>>

/** Median milliseconds of the statements of operations as one viewer, each on a connection of its pool. */
export async function timeOperations(
  { database, engine, viewer }: { database: Database; engine: Engine; viewer: Reader },
  asked: AskedOperations,
  beside: Readonly<Record<string, (hot: pg.PoolClient) => Promise<unknown>>> = {},
): Promise<Record<string, number>> {
  const hot = await database.hot.connect()
  const search = await database.search.connect()
  const statementOf = ([operation, given]: AskedOperations[string]) => {
    const input = { viewer, variables: engine.coerce(operation, given) }
    const made = engine.variant(operation, input)
    const query = queryOf(made, input)
    return () => (made.statementName ? hot : search).query(query)
  }
  const times = await timeInTurn(
    {
      ...Object.fromEntries(Object.entries(beside).map(([name, work]) => [name, () => work(hot)])),
      ...Object.fromEntries(Object.entries(asked).map(([name, each]) => [name, statementOf(each)])),
    },
    { times: 15 },
  )
  hot.release()
  search.release()
  return times
}

export interface Load {
  port: number
  requests: readonly { path: string; method?: string; headers?: Record<string, string>; body?: string }[]
  seconds: number
  connections: number
}

/** Requests per second over keep-alive connections; throws if a response is not 200. */
export async function load({
  port,
  requests,
  seconds,
  connections,
}: Load): Promise<{ rate: number; p95: number; bytes: number }> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  let next = 0
  let bytes = 0
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const { path: target, method = 'GET', headers = {}, body } = requests[next++ % requests.length]!
      const began = performance.now()
      const request = http.request(
        {
          port,
          host: '127.0.0.1',
          path: target,
          method,
          agent,
          headers: { ...headers, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) },
        },
        (response) => {
          response.on('data', (chunk: Buffer) => (bytes += chunk.length))
          response.on('end', () => {
            if (response.statusCode !== 200) return reject(new Error(`${target} answered ${response.statusCode}`))
            times.push(performance.now() - began)
            resolve()
          })
        },
      )
      request.on('error', reject)
      request.end(body)
    })
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) await one()
    }),
  )
  const rate = times.length / ((performance.now() - began) / 1000)
  agent.destroy()
  times.sort((a, b) => a - b)
  return { rate, p95: times[Math.floor(times.length * 0.95)]!, bytes: Math.round(bytes / times.length) }
}

/** Starts a child process; pins it with all its threads to `core` if the system supports that. */
export function startChild(
  script: string,
  parameters: readonly string[],
  { env = {}, core }: { env?: Record<string, string>; core?: number } = {},
): ChildProcess {
  const command = [process.execPath, ...flags, script, ...parameters]
  const pinned =
    core !== undefined && existsSync('/usr/bin/taskset')
      ? ['/usr/bin/taskset', '-c', String(core), ...command]
      : command
  return spawn(pinned[0]!, pinned.slice(1), {
    env: { ...process.env, ...environment('production'), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Waits for the line that reports the URL of a child and returns the port. */
export async function portOf(child: ChildProcess): Promise<number> {
  let text = ''
  for await (const chunk of child.stdout!) {
    text += String(chunk)
    const port = /localhost:(\d+)/.exec(text)?.[1]
    if (port) return Number(port)
  }
  throw new Error(`The server ended before it was ready: ${text}`)
}

export async function stopChild(child: ChildProcess) {
  if (child.exitCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

/** CPU milliseconds and resident megabytes of a process, as reported by the system. */
export function processUsage(pid: number): { cpuMs: number; mb: number } {
  const { stdout } = spawnSync('sh', ['-c', `cat /proc/${pid}/stat && grep VmRSS /proc/${pid}/status`], {
    encoding: 'utf8',
  })
  const fields = stdout.slice(stdout.lastIndexOf(')') + 2).split(' ')
  return {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * 10,
    mb: Number(/VmRSS:\s+(\d+)/.exec(stdout)?.[1]) / 1024,
  }
}
