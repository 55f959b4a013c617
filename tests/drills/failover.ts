/**
 * npm run drill -- failover: two servers on a primary with a replica that each write waits for. The primary is killed while
 * members read and reply, the replica is promoted, and the address of the database leads to it, as with a provider. Ends
 * with 1 if something acknowledged is lost or stored twice, or if a request fails more than 30 s after the kill.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder, removeDataFolder } from '../harness/backups.ts'
import { startReplicated } from '../harness/replica.ts'
import { addressesOf, communityOn, figure, printOutcome, startLoad } from './servers.ts'

const RATE = 50
const PORTS = [4481, 4482] as const
const STEADY_MS = 15_000
/** A provider notices, decides and promotes. */
const NOTICED_MS = 3_000
const BACK_WITHIN_MS = 30_000

/** The address of the database, which does not change. */
async function openAddress(first: string) {
  let target: string | undefined = first
  const open = new Set<Socket>()
  const server = createServer((outside) => {
    if (target === undefined) return void outside.destroy()
    const inside = connect(target)
    const end = () => {
      open.delete(outside)
      outside.destroy()
      inside.destroy()
    }
    open.add(outside)
    outside.pipe(inside).pipe(outside)
    for (const side of [outside, inside]) side.on('error', end).on('close', end)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    leadTo: (next: string | undefined) => {
      target = next
      for (const socket of open) socket.destroy()
    },
    close: () => void server.close(),
  }
}

const databases = await startReplicated()
await databases.waitForReplica()
const address = await openAddress(databases.sockets.primary)
const dataDir = newFolder('failover')
const community = communityOn(address.url, dataDir)
let isGood = false
try {
  for (const port of PORTS) await community.start(port)
  const load = await startLoad(community.pool, addressesOf(PORTS), RATE)
  await sleep(STEADY_MS)
  const killed = performance.now()
  databases.killPrimary()
  address.leadTo(undefined)
  await sleep(NOTICED_MS)
  await databases.promote()
  address.leadTo(databases.sockets.replica)
  await sleep(BACK_WITHIN_MS + STEADY_MS)
  await load.stop()
  const failed = load.answered.filter(({ isGood: answered }) => !answered)
  const last = Math.max(0, ...failed.map(({ at, took }) => at + took - killed))
  const wrong = failed.filter(({ at }) => at < killed - 1_000 || at > killed + BACK_WITHIN_MS)
  figure('first answer after the kill, ms', firstAfter(killed, load.answered).toFixed(0))
  figure('last failed request after the kill, ms', last.toFixed(0))
  figure('failed before the kill, or 30 s after it', wrong.length)
  await printOutcome(community.pool, load, RATE)
  isGood = wrong.length === 0 && (await isKept(load.acknowledged))
} finally {
  await community.close()
  address.close()
  await databases.stop()
  removeDataFolder(dataDir)
}
process.exit(isGood ? 0 : 1)

/** Of requests that were sent after it. */
function firstAfter(killed: number, answered: readonly { at: number; took: number; isGood: boolean }[]): number {
  return Math.min(
    ...answered.filter(({ at, isGood: good }) => good && at > killed).map(({ at, took }) => at + took - killed),
  )
}

async function isKept(acknowledged: ReadonlyMap<string, number>): Promise<boolean> {
  const { rows } = await community.pool.query<{ key: string; count: number }>(
    `select substring(body from '[0-9a-f-]{36}') as key, count(*)::integer from messages
     where body ~ '^<p>[0-9a-f-]{36}</p>$' group by 1`,
  )
  const stored = new Map(rows.map(({ key, count }) => [key, count]))
  return [...acknowledged.keys()].every((key) => stored.get(key) === 1) && rows.every(({ count }) => count === 1)
}
