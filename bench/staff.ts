/** npm run bench -- staff: what owners read of a large community: figures, and the file of all accounts. */
import http from 'node:http'
import { buildApp } from '#server/app.ts'
import { MEMBER_EXPORT_FILES } from '#shared/staff-members.ts'
import { isCheck, openLarge, portOf, print, processUsage, reachOfStaff, round, startChild, stopChild } from './kit.ts'
import { callOf, visitorsOf, type Visitor } from './sessions.ts'

const EVENTS = isCheck ? 50_000 : 5_000_000
const CALLS = 40
const MUST = { figures_p95: 300, export_seconds: 10, export_mb: 50 }

const { database, config } = await openLarge()
await database.write.query('set statement_timeout = 0')
await addEvents()
const counting = await buildApp(config, database)
// Each week and month is counted once, so a second run has nothing to count.
await counting.runJob('figures:count')
await counting.close()
const owner = await reachOfStaff(database.hot)
const [visitor] = await visitorsOf(database.write, [owner.id])
const { networks } = owner
// As approved by a second person.
const { rows } = await database.write.query<{ id: number }>(
  `insert into member_exports (asked_by, expires_at) values ($1, now() + interval '1 hour') returning id`,
  [owner.id],
)
await database.close()

const server = startChild('bench/server.ts', [config.dataDir])
const failed: string[] = []
try {
  const port = await portOf(server)
  const ask = (request: Request) => receive(port, request)
  const times: number[] = []
  for (let call = 0; call < CALLS; call++) {
    const variables = {
      peer_network_id: [null, ...networks][call % (networks.length + 1)],
      weeks: [12, 26, 52][call % 3],
    }
    times.push((await ask(callOf('GetFigures', variables, visitor!))).ms)
  }
  const before = processUsage(server.pid!).mb
  let most = before
  const watch = setInterval(() => (most = Math.max(most, processUsage(server.pid!).mb)), 50)
  const file = await ask({
    path: `${MEMBER_EXPORT_FILES}/${rows[0]!.id}`,
    headers: { cookie: (visitor as Visitor).cookie },
  })
  clearInterval(watch)
  const figures = {
    figures_p95: round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!, 1),
    export_seconds: round(file.ms / 1000, 2),
    export_mb: round(most - before, 0),
  }
  for (const [name, limit] of Object.entries(MUST))
    if (figures[name as keyof typeof MUST] > limit) failed.push(`${name}: ${figures[name as keyof typeof MUST]}`)
  print('staff', {
    events: EVENTS,
    ...figures,
    exported_accounts: file.body.trimEnd().split('\r\n').length - 1,
    must: Object.fromEntries(Object.entries(MUST).map(([name, limit]) => [name, `<= ${limit}`])),
    beyond: failed,
  })
} finally {
  await stopChild(server)
}
process.exit(isCheck && failed.length > 0 ? 1 : 0)

interface Request {
  path: string
  method?: string
  headers: Record<string, string>
  body?: string
}

function receive(port: number, { body, headers, ...rest }: Request): Promise<{ ms: number; body: string }> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = http.request(
      { port, host: '127.0.0.1', ...rest, headers: { ...headers, ...length } },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const text = Buffer.concat(parts).toString()
          if (response.statusCode !== 200)
            reject(new Error(`${rest.path} answered ${response.statusCode} ${text.slice(0, 300)}`))
          else resolve({ ms: performance.now() - began, body: text })
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** As the browser reports them, over a year. */
async function addEvents() {
  const { rows } = await database.write.query<{ count: number }>(
    'select count(*)::integer as count from analytics_events',
  )
  if (rows[0]!.count >= EVENTS) return
  const client = await database.write.connect()
  await client.query('set statement_timeout = 0')
  await client.query(
    `insert into analytics_events (insert_id, user_id, occurred_at, received_at, key)
     select 'bench-' || n, m.ids[1 + n % array_length(m.ids, 1)], at, at, (array['thread viewed', 'page viewed', 'document viewed'])[1 + n % 3]
     from generate_series(1, $1::integer) n cross join (select array_agg(id) as ids from users where not is_staff) m
     cross join lateral (select now() - n * interval '365 days' / $1 as at) t
     on conflict do nothing`,
    [EVENTS],
  )
  client.release(true)
}
