/** What drills share: servers as processes of their own on one embedded database, and members who read and write. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { clusterHome, startEmbedded } from '#server/platform/database/embedded.ts'
import { cookieName } from '#server/platform/session/auth.ts'
import { makeSessions } from '#server/platform/session/sessions.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { LIMIT_KINDS } from '#shared/limits.ts'
import { flags, environment } from '../../bin/install.mjs'
import { callOf, SECRET, strangerOf, visitorsOf, type Visitor } from '../../bench/sessions.ts'
import { DEMO_PASSWORD } from '../demo-members.ts'
import { newFolder, removeDataFolder } from '../harness/backups.ts'
import { makeClient, type Client } from '../harness/client.ts'

const READY_WITHIN_MS = 180_000
const WRITERS = 40
/** One request in so many is a reply; the others read the feed or a thread. */
const READS_FOR_A_REPLY = 10
const ATTEMPTS = 4

export const figure = (name: string, value: string | number) => console.log(`${name.padEnd(44)} ${value}`)
/** The figure after the name of a drill. */
export function givenNumber(usage: string, usual: number): number {
  const given = Number(process.argv[2] ?? usual)
  if (Number.isInteger(given) && given > 0) return given
  console.error(`Usage: npm run drill -- ${usage}`)
  return process.exit(1)
}
export const addressesOf = (ports: readonly number[]) => ports.map((port) => `http://127.0.0.1:${port}`)

interface StartOptions {
  /** A checkout of another version. */
  folder?: string
  settings?: Record<string, string>
}

export interface Community {
  pool: pg.Pool
  start(port: number, options?: StartOptions): Promise<ChildProcess>
  close(): Promise<void>
}

export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
}

/** An embedded database for the demo, without servers yet. It starts again when it is killed. */
export async function openCommunity(name: string): Promise<Community & { killDatabase(): void }> {
  const dataDir = newFolder(name)
  const embedded = await startEmbedded(dataDir, console.error)
  const url = `postgresql:///postgres?host=${encodeURIComponent(embedded.host)}&user=${embedded.user}`
  const community = communityOn(url, dataDir)
  return {
    ...community,
    killDatabase: () => {
      const file = path.join(clusterHome(dataDir), 'cluster', 'postmaster.pid')
      process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL')
    },
    close: async () => {
      await community.close()
      await embedded.stop()
      removeDataFolder(dataDir)
    },
  }
}

/** On a database that somebody else ends. */
export function communityOn(url: string, dataDir: string): Community {
  const pool = new pg.Pool({ connectionString: url })
  pool.on('error', () => {})
  const children: ChildProcess[] = []
  return {
    pool,
    start: async (port, { folder = process.cwd(), settings = {} } = {}) => {
      const child = spawn(process.execPath, [...flags, 'bin/start.ts'], {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          ...environment('production', folder),
          PORT: String(port),
          HOST: '127.0.0.1',
          DATABASE_URL: url,
          DATA_DIR: path.join(dataDir, String(port)),
          DEMO: 'on',
          SECRET,
          ...settings,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      children.push(child)
      const isReady = () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        )
      for (const until = Date.now() + READY_WITHIN_MS; !(await isReady()); await sleep(100))
        if (Date.now() > until || child.exitCode !== null) throw new Error(`The server in ${folder} did not start.`)
      return child
    },
    close: async () => {
      await Promise.all(children.map((child) => stop(child)))
      await pool.end()
    },
  }
}

export interface Answered {
  /** When it was asked, and for how long, in milliseconds. */
  at: number
  took: number
  isGood: boolean
  isReply: boolean
  /** Why it was refused. */
  code: string | undefined
}

interface Writer {
  visitor: Visitor
  /** A discussion of somebody else in the writer's network, so that each reply notifies somebody. */
  threadId: number
}

export interface Load {
  writers: readonly Writer[]
  answered: readonly Answered[]
  /** Replies that were answered: the key in their text, and when. */
  acknowledged: ReadonlyMap<string, number>
  stop(): Promise<void>
}

export async function writersOf(pool: pg.Pool): Promise<Writer[]> {
  const { rows } = await pool.query<{ writer_id: string; id: string }>(
    `select t.id, w.id as writer_id from threads t cross join lateral (
       select u.id from users u join peer_network_memberships m on m.user_id = u.id
         join thread_peer_networks n on n.thread_id = t.id and n.peer_network_id = m.peer_network_id
       where u.id <> t.author_id and u.current_state = 'full access' and not u.suspended and not u.is_staff
       order by (u.id * 31 + t.id) % 97, u.id limit 1) w
     where t.thread_type = 'discussion' and t.approved and t.removed_at is null and t.closed_at is null
     order by t.id limit $1`,
    [WRITERS],
  )
  const visitors = await visitorsOf(
    pool,
    rows.map(({ writer_id }) => Number(writer_id)),
  )
  return rows.map(({ id }, each) => ({ visitor: visitors[each]!, threadId: Number(id) }))
}

/** One operation with a new key, as a member; throws if it is refused. */
export async function askAs<Data>(
  pool: pg.Pool,
  { port, userId }: { port: number; userId: number },
  operation: string,
  variables: object,
): Promise<Data> {
  const [visitor] = await visitorsOf(pool, [userId])
  const call = callOf(operation, { ...variables, idempotency_key: randomUUID() }, visitor!)
  const answer = await fetch(`http://127.0.0.1:${port}${call.path}`, call)
  const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown }
  if (errors) throw new Error(`${operation} was refused: ${JSON.stringify(errors)}`)
  return data
}

/** A browser of a member, signed in. */
export function clientOf(pool: pg.Pool, url: string, userId: number): Promise<Client> {
  const name = cookieName(false)
  const sessions = makeSessions({ pool, secret: SECRET, cookieName: name })
  const sql = async (text: string, values?: unknown[]) => (await pool.query(text, values)).rows as never
  return makeClient({ url, secret: SECRET, cookieName: name, sessions, sql }).startSession(userId)
}

/** Due and still to be tried. */
export async function jobsWaiting(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ jobs: number }>(
    `select count(*)::integer as jobs from graphile_worker._private_jobs j
     where j.run_at <= now() and j.created_at < now() - interval '1 second' and j.attempts < j.max_attempts`,
  )
  return rows[0]!.jobs
}

/** As a browser of a demo member does, without a session. */
export const signIn = (server: string, email: string): Promise<Response> =>
  fetch(`${server}/api/auth/login`, {
    method: 'POST',
    headers: { ...strangerOf(), origin: server },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })

/** Members may post as often as they like. */
export const liftLimits = (pool: pg.Pool) =>
  pool.query(
    `insert into community_settings (key, value, changed_by)
    select k, '0'::jsonb, (select min(id) from users where is_staff) from unnest($1::text[]) k
    on conflict do nothing`,
    [LIMIT_KINDS.map((kind) => `limit_${kind}`)],
  )

/** More members of one network, who get emails as `email` says. Resolves to their ids. */
export async function addReaders(pool: pg.Pool, count: number, email: 'all' | 'none'): Promise<number[]> {
  const { rows } = await pool.query<{ user_id: string }>(
    `with made as (
       insert into users (first_name, last_name, email, current_state, on_boarding_complete, email_verified, listserv_email_preference)
       select 'Reader', 'Number ' || n, 'reader' || n || '-' || $2 || '@members.test', 'full access', true, true, $2
       from generate_series(1, $1::integer) n returning id)
     insert into peer_network_memberships (user_id, peer_network_id, is_primary)
     select m.id, n.id, true from made m cross join peer_networks n where n.slug = 'legal' returning user_id`,
    [count, email],
  )
  await pool.query('analyze')
  return rows.map(({ user_id }) => Number(user_id))
}

/** Open discussions that a member of `addReaders` can answer under their name, oldest first. */
export async function openDiscussions(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select t.id from threads t join thread_peer_networks p on p.thread_id = t.id join peer_networks n on n.id = p.peer_network_id
     where n.slug = 'legal' and t.thread_type = 'discussion' and t.approved and t.removed_at is null and t.closed_at is null
       and t.author_id <> $1
     order by t.id`,
    [ANONYMOUS_USER_ID],
  )
  return rows.map(({ id }) => Number(id))
}

const isNotListening = ({ cause }: Error) => cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'

/** Members read and reply at a steady rate, on the servers in turn. Limits on posting are off. */
export async function startLoad(pool: pg.Pool, servers: readonly string[], rate: number): Promise<Load> {
  await liftLimits(pool)
  const writers = await writersOf(pool)
  /** As behind a proxy: a server that does not take the connection is passed over, and a browser repeats with its key. */
  const ask = async (
    first: number,
    { path: asked, ...options }: ReturnType<typeof callOf>,
  ): Promise<Pick<Answered, 'isGood' | 'code'>> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        const answer = await fetch(`${servers[(first + attempt) % servers.length]}${asked}`, options)
        const text = await answer.text()
        const isGood = answer.status === 200 && !text.includes('"errors"')
        return { isGood, code: isGood ? undefined : /"code":"([\w.]+)"/.exec(text)?.[1] }
      } catch (error) {
        if (!isNotListening(error as Error)) await sleep(20)
      }
    }
    return { isGood: false, code: undefined }
  }
  const answered: Answered[] = []
  const acknowledged = new Map<string, number>()
  const one = async (number: number) => {
    const { visitor, threadId } = writers[number % writers.length]!
    const key = randomUUID()
    const isReply = number % READS_FOR_A_REPLY === 0
    const call = isReply
      ? callOf('ReplyToThread', { thread_id: threadId, body: `<p>${key}</p>`, idempotency_key: key }, visitor)
      : number % 2
        ? callOf('threads', { limit: 25 }, visitor)
        : callOf('thread', { id: threadId }, visitor)
    const at = performance.now()
    // In pairs, so that each server gets requests of each kind.
    const result = await ask(Math.floor(number / 2), call)
    answered.push({ at, took: performance.now() - at, isReply, ...result })
    if (isReply && result.isGood) acknowledged.set(key, performance.now())
  }
  let isStopped = false
  const pending = new Set<Promise<void>>()
  const running = (async () => {
    const began = performance.now()
    for (let sent = 0; !isStopped; await sleep(5))
      for (const due = Math.floor(((performance.now() - began) / 1000) * rate); sent < due; sent++) {
        const work = one(sent)
        pending.add(work)
        void work.finally(() => pending.delete(work))
      }
    await Promise.all(pending)
  })()
  return {
    writers,
    answered,
    acknowledged,
    stop: async () => {
      isStopped = true
      await running
    },
  }
}

export const p99 = (list: readonly Answered[]): number =>
  list.map(({ took }) => took).sort((a, b) => a - b)[Math.floor(list.length * 0.99)] ?? 0

/** Prints what became of the load; resolves to whether nothing failed, was lost, or is stored twice. */
export async function printOutcome(pool: pg.Pool, { answered, acknowledged }: Load, rate: number): Promise<boolean> {
  const { rows } = await pool.query<{ key: string; count: string }>(
    `select substring(body from '[0-9a-f-]{36}') as key, count(*) from messages
     where body ~ '^<p>[0-9a-f-]{36}</p>$' group by 1`,
  )
  const stored = new Map(rows.map(({ key, count }) => [key, Number(count)]))
  const failed = answered.filter((each) => !each.isGood).length
  const lost = [...acknowledged.keys()].filter((key) => !stored.has(key)).length
  const twice = [...stored.values()].filter((count) => count > 1).length
  figure('requests, at a rate of', `${answered.length}, ${rate} per second`)
  figure('failed requests', failed)
  figure('replies acknowledged; lost; stored twice', `${acknowledged.size}; ${lost}; ${twice}`)
  return failed + lost + twice === 0
}
