/** npm run bench -- inbox: messages to 1,000 and 5,000 open streams: latency, cost of a stream, streams per core. */
import http from 'node:http'
import { spawnSync } from 'node:child_process'
import { load, median, openLarge, portOf, print, round, ROUNDS, startChild, stopChild, processUsage } from './kit.ts'
import { callOf, visitorsOf, type Visitor } from './sessions.ts'

const SIZES = [1_000, 5_000] as const
const MOST = Math.max(...SIZES)
/** Groups of ten: each message goes to ten streams and to none of the others. */
const GROUP = 10
const MESSAGES = 200
const EVERY_MS = 25
const OPENED_AT_ONCE = 50
const BODY = '<p>We faced the same question in spring. Ask for the list of sub-processors first.</p>'
const run = Date.now().toString(36)
let keys = 0
const key = () => `bench-inbox-${run}-${++keys}`

const { database, config } = await openLarge({ members: 2_000, threads: 2_000, messages: 10_000 })
const { rows: members } = await database.write.query<{ id: number }>(
  `with made as (
     insert into users (first_name, email, current_state)
     select 'Guest', 'guest-' || n || '@' || $1 || '.test', 'full access' from generate_series(1, $2::integer) n returning id),
   placed as (
     insert into peer_network_memberships (user_id, peer_network_id, is_primary)
     select id, (select min(id) from peer_networks), true from made)
   select id from made order by id`,
  [run, MOST],
)
const ids = members.map(({ id }) => id)
const visitors = await visitorsOf(database.write, ids)
const { rows: groups } = await database.write.query<{ id: number }>(
  `insert into inbox_groups (group_type, name, members_limit, created_by)
   select 'small_group_chat', 'Bench', 12, u from unnest($1::bigint[]) with ordinality as x(u, n) where n % $2 = 1 returning id`,
  [ids, GROUP],
)
await database.write.query(
  `insert into inbox_members (group_id, user_id)
   select ($2::bigint[])[1 + (n - 1) / $3], u from unnest($1::bigint[]) with ordinality as x(u, n)`,
  [ids, groups.map(({ id }) => id), GROUP],
)
await database.close()

/** Opens a stream and records when each message arrives. */
function listen(port: number, { cookie }: Visitor, heard: Map<number, number[]>): Promise<http.ClientRequest> {
  return new Promise((resolve, reject) => {
    const request = http.get({ port, host: '127.0.0.1', path: '/api/live', headers: { cookie }, agent: false })
    request.on('error', reject)
    request.on('response', (response) => {
      let rest = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        const blocks = (rest + chunk).split('\n\n')
        rest = blocks.pop()!
        for (const block of blocks) {
          if (block.includes('event: hello')) resolve(request)
          const id = /"inbox\.sent".*"message_id":(\d+)/.exec(block)?.[1]
          if (id) heard.set(Number(id), [...(heard.get(Number(id)) ?? []), performance.now()])
        }
      })
      response.on('error', () => {})
    })
  })
}

function call(port: number, variables: unknown, visitor: Visitor): Promise<{ data: { sendMessage: { id: number } } }> {
  const { path, method, headers, body } = callOf('SendMessage', variables, visitor)
  return fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body }).then((answer) => answer.json() as never)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Round {
  delays: number[]
  missed: number
  doubled: number
  idleMb: number
  mb: number
  rate: number
}

/** Measures the same server with and without streams, so that the cost of a stream is a difference within one run. */
async function measure(streams: number): Promise<Round> {
  const count = streams / GROUP
  const message = (at: number) => ({ group_id: groups[at % count]!.id, msg_body: BODY, idempotency_key: key() })
  const senderOf = (at: number) => visitors[(at % count) * GROUP]!
  const child = startChild('bench/server.ts', [config.dataDir], { core: 0 })
  const heard = new Map<number, number[]>()
  const open: http.ClientRequest[] = []
  try {
    const port = await portOf(child)
    for (let each = 0; each < 20; each++) await call(port, message(each), senderOf(each))
    const idleMb = processUsage(child.pid!).mb
    for (let at = 0; at < streams; at += OPENED_AT_ONCE) {
      const some = visitors.slice(at, at + OPENED_AT_ONCE)
      open.push(...(await Promise.all(some.map((visitor) => listen(port, visitor, heard)))))
    }
    const { mb } = processUsage(child.pid!)
    const sent = new Map<number, number>()
    for (let each = 0; each < MESSAGES; each++) {
      const began = performance.now()
      const { data } = await call(port, message(each), senderOf(each))
      sent.set(data.sendMessage.id, began)
      await pause(EVERY_MS)
    }
    await pause(500)
    const arrivals = [...sent].map(([id, began]) => ({ began, times: heard.get(id) ?? [] }))
    const calls = Array.from({ length: 5_000 }, (_, each) => callOf('SendMessage', message(each), senderOf(each)))
    const { rate } = await load({ port, requests: calls, seconds: 5, connections: 16 })
    return {
      delays: arrivals.flatMap(({ began, times }) => times.map((time) => time - began)),
      missed: arrivals.filter(({ times }) => times.length < GROUP).length,
      doubled: arrivals.filter(({ times }) => times.length > GROUP).length,
      idleMb,
      mb,
      rate,
    }
  } finally {
    for (const request of open) {
      request.on('error', () => {})
      request.destroy()
    }
    await stopChild(child)
  }
}

async function figuresOf(streams: number) {
  const rounds: Round[] = []
  for (let each = 0; each < ROUNDS; each++) rounds.push(await measure(streams))
  const delays = rounds.flatMap((each) => each.delays).toSorted((a, b) => a - b)
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))]!
  const of = (name: 'idleMb' | 'mb' | 'rate') => median(rounds.map((each) => each[name]))
  return {
    ratio_p95_to_median: round(at(0.95) / at(0.5)),
    ratio_memory_with_streams_to_without: round(of('mb') / of('idleMb')),
    messages_missed: rounds.reduce((sum, each) => sum + each.missed, 0),
    messages_doubled: rounds.reduce((sum, each) => sum + each.doubled, 0),
    messages_per_second_one_core: round(of('rate'), 0),
    mb_with_streams: round(of('mb'), 0),
    kb_per_stream: round(((of('mb') - of('idleMb')) * 1024) / streams, 1),
    delivery_milliseconds: {
      p50: round(at(0.5), 1),
      p90: round(at(0.9), 1),
      p95: round(at(0.95), 1),
      p99: round(at(0.99), 1),
      most: round(delays.at(-1)!, 1),
    },
  }
}

spawnSync('taskset', ['-cp', '1', String(process.pid)])
const none = { messages_missed: 0, messages_doubled: 0 }
print('inbox', {
  streams_1000: await figuresOf(SIZES[0]),
  streams_5000: await figuresOf(SIZES[1]),
  must: {
    streams_1000: { ...none, delivery_p95_milliseconds: '<= 100' },
    streams_5000: { ...none, delivery_p99_milliseconds: '<= 1000', mb_with_streams: '< 600' },
  },
})
process.exit(0)
