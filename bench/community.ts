/** npm run bench -- community [--large | --huge]: the table of docs/performance.md, with the speed of a bare server beside it. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findViewers, LARGE, load, median, openLarge, portOf, print, processUsage, round } from './kit.ts'
import { ROUNDS, startChild, stopChild } from './kit.ts'
import { callOf, visitorsOf, type Visitor } from './sessions.ts'

/** As many threads as NodeBB was measured with. */
const SMALL = { members: 2_000, threads: 600, messages: 6_000 }
/** Takes more than an hour and 40 GB of disk to make. */
const HUGE = { members: 200_000, threads: 600_000, messages: 6_000_000, isFeedOnly: true }
const SECONDS = 4
const CONNECTIONS = 16
const SERVER_CORE = 0
const LOAD_CORE = 1
/** The ratios to NodeBB 4.15.1 with Redis that each row must reach, and NodeBB’s figures per second. */
const NODEBB: Record<string, { per_second: number; must: number }> = {
  feed: { per_second: 256, must: 3.5 },
  feed_page: { per_second: 90, must: 2.5 },
  // Without the side column, which NodeBB does not have.
  feed_page_phone: { per_second: 90, must: 2.5 },
  thread_of_20: { per_second: 284, must: 2.5 },
  thread_page: { per_second: 98, must: 2.5 },
  members: { per_second: 357, must: 2 },
}

const set = process.argv.includes('--huge') ? HUGE : process.argv.includes('--large') ? LARGE : SMALL
const { database, config } = await openLarge(set)
const { one, three, eight } = await findViewers(database.hot)
const { rows } = await database.hot.query<{ id: number }>(
  `select f.thread_id as id from thread_feed f join feed_entries e on e.thread_id = f.thread_id and e.channel = any($1::integer[])
   where f.count_of_entries between 15 and 30 order by abs(f.count_of_entries - 20), f.thread_id limit 1`,
  [one.channels],
)
const thread = rows[0]!.id
const visitors = await visitorsOf(database.write, [one.id, three.id, eight.id])
// Whoever has to accept a document first is led to that page.
await database.write.query(
  `insert into legal_acceptances (user_id, legal_document_id) select u, d.id from unnest($1::bigint[]) u cross join legal_documents d on conflict do nothing`,
  [[one.id, three.id, eight.id]],
)
await database.write.query(
  `update users set terms_of_service_accepted = true, privacy_policy_accepted = true, membership_agreement_accepted = true where id = any($1::bigint[])`,
  [[one.id, three.id, eight.id]],
)
await database.close()

const pageOf =
  (path: string, userAgent = 'bench') =>
  (visitor: Visitor) => ({
    path,
    headers: {
      accept: 'text/html',
      'accept-encoding': 'gzip, deflate, br, zstd',
      'user-agent': userAgent,
      cookie: `${visitor.cookie}; XSRF-TOKEN=${visitor.xsrf}`,
    },
  })
const operation = (name: string, variables: object) => (visitor: Visitor) => callOf(name, variables, visitor)
const requests: Record<string, (visitor: Visitor) => Parameters<typeof load>[0]['requests'][number]> = {
  feed: operation('threads', {}),
  thread_of_20: operation('thread', { id: thread }),
  members: operation('profilesSearchFilter', { limit: 80 }),
  // Pages need the web app: npm start or npm run check builds it.
  ...(existsSync('dist/server') && {
    feed_page: pageOf('/feed'),
    feed_page_phone: pageOf('/feed', 'Mobile'),
    thread_page: pageOf(`/feed/${thread}`),
  }),
}
// Only the first can read the thread for certain.
const readersOf = (name: string) => (name.startsWith('thread') ? [visitors[0]!] : visitors)

spawnSync('taskset', ['-cp', String(LOAD_CORE), String(process.pid)])
const ours = startChild('bench/server.ts', [config.dataDir], { core: SERVER_CORE })
const bare = startChild('bench/bare.ts', [], { core: SERVER_CORE })
try {
  const [port, barePort] = [await portOf(ours), await portOf(bare)]
  const taken: Record<string, { rates: number[]; bare: number[] }> = {}
  for (let each = 0; each < ROUNDS; each++)
    for (const [name, requestOf] of Object.entries(requests)) {
      const calls = readersOf(name).map(requestOf)
      await load({ port, requests: calls, seconds: 1, connections: CONNECTIONS })
      const { rate } = await load({ port, requests: calls, seconds: SECONDS, connections: CONNECTIONS })
      const { rate: machine } = await load({
        port: barePort,
        requests: [{ path: '/' }],
        seconds: 1,
        connections: CONNECTIONS,
      })
      taken[name] ??= { rates: [], bare: [] }
      taken[name].rates.push(rate)
      taken[name].bare.push(machine)
    }
  print('community', {
    set,
    ...Object.fromEntries(
      Object.entries(taken).map(([name, { rates, bare: machine }]) => [
        name,
        {
          per_second: round(median(rates), 0),
          bare_server_per_second: round(median(machine), 0),
          nodebb_per_second: NODEBB[name]!.per_second,
          ratio_to_bare_server: round(median(rates) / median(machine), 3),
          ratio_to_nodebb: round(median(rates) / NODEBB[name]!.per_second, 2),
          must: `>= ${NODEBB[name]!.must}`,
        },
      ]),
    ),
    server_mb: round(processUsage(ours.pid!).mb, 0),
  })
} finally {
  await stopChild(ours)
  await stopChild(bare)
}
process.exit(0)
