/** npm run bench -- reply: a reply vs. a plain insert; replies per second in one thread and spread over many, one core. */
import { spawnSync } from 'node:child_process'
import { discussionsFeature } from '#server/features/discussions/index.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { postgresBus } from '#server/platform/signals/bus.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import {
  findViewers,
  load,
  median,
  openLarge,
  portOf,
  print,
  round,
  ROUNDS,
  startChild,
  stopChild,
  timeInTurn,
  processUsage,
} from './kit.ts'
import { callOf, visitorsOf } from './sessions.ts'

const WRITERS = 50
const REPLIES_EACH = 10
const CONNECTIONS = 24
/** This many members take turns writing, because one alone would reach the limit on replies. */
const MEMBERS = 300
const BODY =
  '<p>We faced the same question in spring. Our answer was to ask the vendor for its list of sub-processors first.</p>'
const run = Date.now().toString(36)
let keys = 0
const key = () => `bench-${run}-${++keys}`

const { database, config } = await openLarge()
// Not the members of other benchmarks: what they follow and wrote would grow with each run.
const { three } = await findViewers(database.hot, { after: 1 })
const { rows: members } = await database.hot.query<{ id: number }>(
  `select m.user_id as id from peer_network_memberships m
   join users u on u.id = m.user_id and not u.suspended and u.current_state = 'full access' and u.date_joined < now() - interval '1 month'
   join network_access a on a.from_network_id = m.peer_network_id
     and a.kind in ('discussion', 'document_request', 'poll', 'recommendation_request')
   group by m.user_id having array_agg(distinct channel(a.to_network_id, a.kind)) @> $1::integer[] order by m.user_id desc limit $2`,
  [three.channels, MEMBERS],
)
await database.write.query('delete from limited_acts')
const viewers = members.map(({ id }) => ({ ...three, id, current_state: 'full access' }) as unknown as Session)
const bus = await postgresBus(database.connect, database.write)
const context = { pool: database.write, bus } as AppContext
const replyToThread = discussionsFeature.actions!(context, { clean: () => Promise.reject(new Error('no files here')) })[
  'replyToThread'
]!
const { rows: threads } = await database.hot.query<{ thread_id: number }>(
  `select distinct thread_id from feed_entries e where e.channel = any($1::integer[]) order by thread_id desc limit 2000`,
  [three.channels],
)
const threadIds = threads.map(({ thread_id }) => thread_id)
let next = 0
const someThread = () => threadIds[next++ % threadIds.length]!
let turns = 0
const someMember = <T>(list: readonly T[]) => list[turns++ % list.length]!
const reply = (thread_id: number, idempotency_key: string) =>
  replyToThread({ viewer: someMember(viewers), args: { thread_id, body: BODY, idempotency_key } } as never)

const times = await timeInTurn(
  {
    reply: () => reply(someThread(), key()),
    insert: () =>
      transaction(database.write, bus, (tx) =>
        tx.query({
          name: 'plain-insert',
          text: `insert into messages (thread_id, sender_id, subject, body, parsed_body, cleaned_body, moderation_processed) values ($1, $2, 'Re', $3, $3, $3, false)`,
          values: [someThread(), three.id, BODY],
        }),
      ),
  },
  { times: 100 },
)

const crowded = threadIds[0]!
await database.write.query('select refresh_threads(array(select id from threads where id = any($1::bigint[])))', [
  threadIds,
])
await Promise.all(
  Array.from({ length: WRITERS }, async () => {
    for (let each = 0; each < REPLIES_EACH; each++) await reply(crowded, key())
  }),
)
const { rows: drifted } = await database.write.query('select drifted_threads($1) as id', [threadIds])

const visitors = await visitorsOf(
  database.write,
  members.map(({ id }) => id),
)
await bus.close()
await database.close()

spawnSync('taskset', ['-cp', '1', String(process.pid)])
const PLACES = { spread: someThread, one_thread: () => crowded }
type Place = keyof typeof PLACES
const rates: Record<Place, number[]> = { spread: [], one_thread: [] }
const memory: number[] = []
for (let each = 0; each < ROUNDS; each++) {
  const child = startChild('bench/server.ts', [config.dataDir], { core: 0 })
  try {
    const port = await portOf(child)
    const callsIn = (place: Place, count: number) =>
      Array.from({ length: count }, () =>
        callOf(
          'ReplyToThread',
          { thread_id: PLACES[place](), body: BODY, idempotency_key: key() },
          someMember(visitors),
        ),
      )
    await load({ port, requests: callsIn('spread', 500), seconds: 1, connections: CONNECTIONS })
    for (const place of Object.keys(PLACES) as Place[]) {
      const { rate } = await load({ port, requests: callsIn(place, 10_000), seconds: 5, connections: CONNECTIONS })
      rates[place].push(rate)
    }
    memory.push(processUsage(child.pid!).mb)
  } finally {
    await stopChild(child)
  }
}

print('reply', {
  ratio_reply_to_insert: round(times['reply']! / times['insert']!),
  drifted_threads: drifted.length,
  replies_per_second_one_core: {
    spread: round(median(rates.spread), 0),
    one_thread: round(median(rates.one_thread), 0),
  },
  ratio_one_thread_to_spread: round(median(rates.one_thread) / median(rates.spread)),
  server_mb: round(median(memory), 0),
  must: { ratio_reply_to_insert: '<= 2.5', drifted_threads: 0, replies_per_second_one_core: '>= 531 (3 × NodeBB)' },
  milliseconds: { reply: round(times['reply']!), insert: round(times['insert']!) },
})
