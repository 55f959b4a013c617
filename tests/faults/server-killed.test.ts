/**
 * The server is killed with SIGKILL repeatedly while several members write. Acknowledged replies must still exist,
 * unacknowledged ones are retried with the same key, and no reply may exist twice.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync, chmodSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { ReplyToThread } from '#api/operations.ts'
import { environment, flags } from '../../bin/install.mjs'
import { makeSessions } from '#server/platform/session/sessions.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { waitFor } from '../harness/connection.ts'
import { freePort } from '../harness/free-port.ts'
import { isFull } from '../harness/full.ts'

const REPLIES = isFull ? 1_000 : 400
const KILLS = isFull ? 12 : 5
const STALL_AT_MOST_MS = 5_000
/** Limit on a busy machine, in plain starts of the same run: a stall is one start, slowed by eight retrying writers. */
const STALL_AT_MOST_STARTS = 3
const SECRET = 'a secret that only this drill knows, long enough'
const WRITERS = [demoMembers.member, demoMembers.peer, demoMembers.groupAdmin, demoMembers.billing, demoMembers.staff]

const folder = mkdtempSync(path.join(inject('folder'), 'drill-'))
chmodSync(folder, 0o755)
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const started: ChildProcess[] = []
let server: ChildProcess

writeFileSync(
  path.join(folder, 'serve.mjs'),
  `import { start } from ${JSON.stringify(path.resolve('server/main.ts'))}\nawait start(process.env)\n`,
)

function start() {
  // Same flags as bin/start.mjs.
  server = spawn(process.execPath, [...flags, path.join(folder, 'serve.mjs')], {
    cwd: process.cwd(),
    env: {
      PATH: process.env['PATH'],
      ...environment('production'),
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: path.join(folder, 'data'),
      DEMO: 'on',
      SECRET,
      JOBS: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  started.push(server)
  return server
}
const isUp = () =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )

/** How long a start takes on this machine after a clean shutdown, without load. */
async function plainStart(): Promise<number> {
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await gone
  const began = performance.now()
  start()
  await waitFor('a plain start', isUp, { within: 60_000, every: 20 })
  return performance.now() - began
}

/** The socket directory of the embedded database, read from its postmaster.pid. */
function databaseHost(): string {
  const own = path.join(folder, 'data', 'postgres', 'cluster', 'postmaster.pid')
  const place = existsSync(own) ? own : undefined
  if (!place)
    throw new Error(
      'The embedded database keeps its data elsewhere, because its user cannot enter the folder of the drill.',
    )
  return readFileSync(place, 'utf8').split('\n')[4]!
}

afterAll(async () => {
  for (const child of started) child.kill('SIGTERM')
  await waitFor(
    'the server to stop',
    () => started.every((child) => child.exitCode !== null || child.signalCode !== null),
    { within: 15_000, every: 50 },
  )
  rmSync(folder, { recursive: true, force: true })
})

it(
  `loses none of ${REPLIES} replies and writes none twice while the server is killed ${KILLS} times`,
  { timeout: 240_000 },
  async () => {
    start()
    await waitFor('the first start', isUp, { within: 60_000, every: 50 })
    const plain = await plainStart()
    const pool = new pg.Pool({ host: databaseHost(), user: 'postgres', database: 'postgres', max: 1 })
    pool.on('error', () => {})
    const { rows: users } = await pool.query<{ id: string }>('select id from users where email = any($1)', [WRITERS])
    // This test counts lost replies, so it disables the posting limit.
    await pool.query(
      `insert into community_settings (key, value, changed_by) select 'limit_reply', '0', id from users where is_staff limit 1`,
    )
    const sign = (token: string) => createHmac('sha256', SECRET).update(token).digest('base64')
    const tokens = users.map((_, index) => `drill${index}${'x'.repeat(30)}`)
    for (const [index, { id }] of users.entries())
      await pool.query(`insert into sessions (user_id, token, expires_at) values ($1, $2, now() + interval '1 day')`, [
        id,
        tokens[index],
      ])
    const { rows: targets } = await pool.query<{ id: string }>(
      `select t.id from threads t join thread_feed f on f.thread_id = t.id where f.visible and t.thread_type = 'discussion' and 1 = any(f.peer_network_ids) order by t.id desc limit 5`,
    )
    await pool.end()
    const xsrf = makeSessions({ pool: {} as pg.Pool, secret: SECRET, cookieName: 'x' })

    const answered = new Map<string, number>()
    let [longest, tries, next] = [0, 0, 0]
    let finished = false

    async function write(writer: number) {
      const token = tokens[writer]!
      while (next < REPLIES) {
        const number = (next += 1)
        const key = newKey()
        const body = JSON.stringify({
          variables: {
            thread_id: Number(targets[number % targets.length]!.id),
            body: `<p>Drill ${number}</p>`,
            isPrivate: number % 9 === 0,
            idempotency_key: key,
          },
        })
        const began = performance.now()
        for (;;) {
          tries += 1
          const id = await fetch(`${url}/api/graphql/${ReplyToThread.name}`, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              cookie: `counterpart.session_token=${encodeURIComponent(`${token}.${sign(token)}`)}`,
              'x-xsrf-token': xsrf.xsrf(token),
            },
            body,
            signal: AbortSignal.timeout(10_000),
          })
            .then(async (response) => {
              const { data, errors } = (await response.json()) as {
                data: { replyToThread: { id: number } } | null
                errors?: unknown
              }
              if (response.status < 500 && !data)
                throw new Error(`The reply was refused: ${response.status} ${JSON.stringify(errors)}`, {
                  cause: 'refused',
                })
              return data?.replyToThread.id
            })
            .catch((error: Error) => {
              if (error.cause === 'refused') throw error
              return undefined
            })
          if (id !== undefined) {
            answered.set(key, id)
            break
          }
          await sleep(20)
        }
        longest = Math.max(longest, performance.now() - began)
      }
    }

    async function kill() {
      let kills = 0
      for (; kills < KILLS && !finished; kills += 1) {
        const goal = Math.floor(((kills + 1) * REPLIES) / (KILLS + 1))
        await waitFor('the next replies', () => answered.size >= goal || finished, { within: 60_000, every: 5 })
        const gone = new Promise((resolve) => server.once('exit', resolve))
        server.kill('SIGKILL')
        await gone
        start()
      }
      return kills
    }

    const killing = kill()
    await Promise.all(Array.from({ length: 8 }, (_, index) => write(index % tokens.length)))
    finished = true
    const kills = await killing
    await waitFor('the last start', isUp, { within: 30_000, every: 50 })

    const check = new pg.Client({ host: databaseHost(), user: 'postgres', database: 'postgres' })
    await check.connect()
    const { rows } = await check.query<{ id: string; cleaned_body: string }>(
      `select id, cleaned_body from messages where cleaned_body like 'Drill %'`,
    )
    const { rows: drifted } = await check.query('select drifted_threads(array(select id from threads))')
    const { rows: keys } = await check.query(`select from idempotency_keys where result is null`)
    await check.end()
    const kept = new Set(rows.map(({ id }) => Number(id)))
    const lost = [...answered.values()].filter((id) => !kept.has(id)).length
    const twice = rows.length - new Set(rows.map(({ cleaned_body }) => cleaned_body)).size
    console.log(
      `${answered.size} replies in ${tries} tries, ${kills} kills: ${lost} lost, ${twice} twice, ${drifted.length} drifted, longest stall ${(longest / 1000).toFixed(2)} s, a plain start ${(plain / 1000).toFixed(2)} s`,
    )
    expect({
      answered: answered.size,
      lost,
      twice,
      written: rows.length,
      drifted: drifted.length,
      unfinished: keys.length,
      kills,
    }).toEqual({ answered: REPLIES, lost: 0, twice: 0, written: REPLIES, drifted: 0, unfinished: 0, kills: KILLS })
    expect(longest).toBeLessThan(Math.max(STALL_AT_MOST_MS, STALL_AT_MOST_STARTS * plain))
  },
)
