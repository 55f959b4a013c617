/**
 * npm run drill -- replica [SECONDS]: two servers read from a replica that applies everything at once, then 3 and 30 seconds
 * late, for that long each. A member replies on one server and reads on the other; another reads what a signal announces;
 * staff remove replies, and a third member reads all the time. Ends with 1 if a goal is missed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { RemoveMessage, ReplyToThread, thread } from '#api/operations.ts'
import { LOG_POSITION_COOKIE } from '#shared/log-position.ts'
import { demoMembers } from '../demo-members.ts'
import { newFolder, removeDataFolder } from '../harness/backups.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startReplicated } from '../harness/replica.ts'
import { addressesOf, clientOf, communityOn, figure, givenNumber, liftLimits, openDiscussions } from './servers.ts'

const PORTS = [4511, 4512] as const
const LAGS_S = [0, 3, 30]
const METRICS_TOKEN = 'only the drill knows it'
/** One reply in so many is removed again. */
const REPLIES_FOR_A_REMOVAL = 3
const POLL_MS = 100
const GOAL_CONTENT_MS = 300
const GOAL_REMOVED_MS = 5_000

const seconds = givenNumber('replica [SECONDS]', 60)

interface People {
  author: Client
  reader: Client
  third: Client
  staff: Client
}

const databases = await startReplicated()
const dataDir = newFolder('lagging')
const community = communityOn(databases.primaryUrl, dataDir)
const [first, second] = addressesOf(PORTS) as [string, string]
let isGood = true
try {
  const { pool } = community
  for (const port of PORTS)
    await community.start(port, { settings: { DATABASE_READ_URL: databases.replicaUrl, METRICS_TOKEN } })
  await liftLimits(pool)
  const [author, reader, third, staff] = await Promise.all(
    [demoMembers.member, demoMembers.peer, demoMembers.newcomer, demoMembers.staff].map(memberAt),
  )
  const threads = await openDiscussions(pool)
  for (const lag of LAGS_S) {
    await databases.delay(lag)
    const before = await readsOf()
    const outcome = await exercise({ author: author!, reader: reader!, third: third!, staff: staff! }, threads)
    const slowest = Math.max(0, ...outcome.contentMs)
    const longest = Math.max(0, ...outcome.servedMs)
    figure(`${lag} s late: replies; not seen by their author`, `${outcome.replies}; ${outcome.unseen}`)
    figure('  announced, but not there; there after, ms', `${outcome.absent}; ${slowest.toFixed(0)} at most`)
    figure('  removed; served after that for, ms', `${outcome.servedMs.length}; ${longest.toFixed(0)} at most`)
    figure('  reads answered by the replica, of all', share(await readsOf(), before))
    isGood &&= outcome.unseen === 0 && outcome.absent === 0 && slowest <= GOAL_CONTENT_MS && longest <= GOAL_REMOVED_MS
  }
} finally {
  await community.close()
  await databases.stop()
  removeDataFolder(dataDir)
}
process.exit(isGood ? 0 : 1)

async function memberAt(email: string): Promise<Client> {
  const { rows } = await community.pool.query<{ id: string }>('select id from users where email = $1', [email])
  return clientOf(community.pool, first, Number(rows[0]!.id))
}

/** Of both servers. */
async function readsOf(): Promise<{ replica: number; primary: number }> {
  const texts = await Promise.all(
    [first, second].map(async (server) => {
      const answer = await fetch(`${server}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
      return answer.text()
    }),
  )
  const of = (source: string) =>
    texts
      .map((text) =>
        Number(new RegExp(`^counterpart_replica_reads_total\\{source="${source}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0),
      )
      .reduce((sum, each) => sum + each, 0)
  return { replica: of('replica'), primary: of('primary') }
}

function share(after: Awaited<ReturnType<typeof readsOf>>, before: typeof after): string {
  const replica = after.replica - before.replica
  return `${replica} of ${replica + after.primary - before.primary}`
}

async function exercise({ author, reader, third, staff }: People, threads: readonly number[]) {
  const contentMs: number[] = []
  const servedMs: number[] = []
  const removals: Promise<void>[] = []
  let [replies, unseen, absent] = [0, 0, 0]
  const hasIn = async (client: Client, id: number, words: string) =>
    (await client.ask(thread, { id })).thread!.messages.some(({ parsed_body }) => parsed_body.includes(words))
  /** For how long somebody to whom nothing was announced still gets it, on either server. */
  const watch = async (id: number, words: string) => {
    const began = performance.now()
    let last = 0
    while (performance.now() - began < GOAL_REMOVED_MS + 1_000) {
      const asked = performance.now()
      for (const server of [first, second]) {
        third.cookies.delete(LOG_POSITION_COOKIE)
        if (await hasIn(third.at(server), id, words)) last = asked - began
      }
      await sleep(POLL_MS)
    }
    servedMs.push(last)
  }
  const stream = await reader.at(second).stream()
  const ends = performance.now() + seconds * 1_000
  for (; performance.now() < ends; replies++) {
    const [here, there] = replies % 2 ? [second, first] : [first, second]
    const id = threads[replies % threads.length]!
    const words = `Said as number ${newKey()}.`
    const { replyToThread } = await author
      .at(here)
      .ask(ReplyToThread, { thread_id: id, body: `<p>${words}</p>`, idempotency_key: newKey() })
    const readAnnounced = async () => {
      const { data, at } = await stream.next((event) => event.data['message_id'] === replyToThread.id)
      // As the web app does with each signal.
      reader.cookies.set(LOG_POSITION_COOKIE, String(data['position']))
      if (await hasIn(reader.at(there), id, words)) contentMs.push(performance.now() - at)
      else absent++
    }
    const [isSeen] = await Promise.all([hasIn(author.at(there), id, words), readAnnounced()])
    if (!isSeen) unseen++
    if (replies % REPLIES_FOR_A_REMOVAL === 0) {
      await staff.at(here).ask(RemoveMessage, { message_id: replyToThread.id, reason: 'Confidential.' })
      const watched = watch(id, words)
      // Thrown below, once the others have ended.
      watched.catch(() => {})
      removals.push(watched)
    }
    await sleep(100)
  }
  await Promise.all(removals)
  stream.close()
  return { replies, unseen, absent, contentMs, servedMs }
}
