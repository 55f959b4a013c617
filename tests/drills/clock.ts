/**
 * npm run drill -- clock [SECONDS]: two servers on one database, the clock of one of them an hour ahead, while members read
 * and reply on both. Ends with 1 if a request fails, a reply is lost, stored twice or dated in the future, somebody who
 * signs in at one server is not signed in at the other, or jobs are left.
 */
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressesOf, figure, givenNumber, openCommunity, p99, printOutcome, signIn, startLoad } from './servers.ts'

const RATE = 50
const PORTS = [4471, 4472] as const
/** Jobs wait at most this long for their turn. */
const SETTLED_MS = 15_000
const FUTURE_S = 5

const seconds = givenNumber('clock [SECONDS]', 60)

/** Signs in at one server, and asks the other; resolves to the two statuses. */
async function signInAcross(at: string, other: string, email: string): Promise<number[]> {
  const entered = await signIn(at, email)
  const cookies = entered.headers.getSetCookie().map((line) => line.split(';')[0]!)
  const token = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.split('=')[1] ?? ''
  const asked = await fetch(`${other}/api/graphql/InitialUser`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookies.join('; '), 'x-xsrf-token': token, origin: other },
    body: '{"variables":{}}',
  })
  return [entered.status, asked.status]
}

const community = await openCommunity('clock')
let isGood = false
try {
  const [right, ahead] = addressesOf(PORTS) as [string, string]
  await community.start(PORTS[0])
  const preload = path.join(import.meta.dirname, 'clock-ahead.ts')
  await community.start(PORTS[1], { settings: { NODE_OPTIONS: `--import=${preload}` } })
  const load = await startLoad(community.pool, [right, ahead], RATE)
  const statuses = [
    ...(await signInAcross(right, ahead, 'member@legal.test')),
    ...(await signInAcross(ahead, right, 'peer@legal.test')),
  ]
  await sleep(seconds * 1000)
  await load.stop()
  await sleep(SETTLED_MS)
  const { rows } = await community.pool.query<{ ahead: number; jobs: number; ended: number }>(
    `select (select count(*)::integer from messages where pub_date > now() + make_interval(secs => $1)) as ahead,
      (select count(*)::integer from graphile_worker._private_jobs where run_at <= now() - interval '5 seconds') as jobs,
      (select count(*)::integer from sessions where expires_at < now() + interval '1 hour') as ended`,
    [FUTURE_S],
  )
  const { ahead: future, jobs, ended } = rows[0]!
  figure('signed in here, and there', statuses.join('; '))
  figure('p99, ms', p99(load.answered).toFixed(0))
  figure('replies dated in the future', future)
  figure('jobs left; sessions that end within the hour', `${jobs}; ${ended}`)
  const isSane = future + jobs + ended === 0 && statuses.every((status) => status === 200)
  isGood = (await printOutcome(community.pool, load, RATE)) && isSane
} finally {
  await community.close()
}
process.exit(isGood ? 0 : 1)
