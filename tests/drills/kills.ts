/**
 * npm run drill -- kills [MINUTES]: two servers serve members, who read and write at a steady rate, and each minute one
 * of them is killed with SIGKILL and started again. Ends with 1 if a request fails, a reply is lost or stored twice, or a
 * job or a notification of one is missing in the end.
 */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  addressesOf,
  figure,
  givenNumber,
  jobsWaiting,
  openCommunity,
  p99,
  printOutcome,
  startLoad,
  stop,
} from './servers.ts'

const RATE = 50
const PORTS = [4441, 4442] as const
const EACH_MS = 60_000
const JOBS_WITHIN_MS = 60_000

const minutes = givenNumber('kills [MINUTES]', 3)
const community = await openCommunity('kills')
let isGood = false
try {
  const children: ChildProcess[] = []
  for (const port of PORTS) children.push(await community.start(port))
  const load = await startLoad(community.pool, addressesOf(PORTS), RATE)
  const away: number[] = []
  for (let minute = 0; minute < minutes; minute++) {
    const each = minute % PORTS.length
    const until = performance.now() + EACH_MS
    await sleep(EACH_MS / 2)
    const killed = performance.now()
    await stop(children[each]!, 'SIGKILL')
    children[each] = await community.start(PORTS[each]!)
    away.push(performance.now() - killed)
    await sleep(Math.max(0, until - performance.now()))
  }
  await load.stop()
  figure('kills', minutes)
  figure('longest absence of a server, s', (Math.max(...away) / 1000).toFixed(1))
  figure('p99 of all, ms', p99(load.answered).toFixed(0))
  figure('longest answer, ms', Math.max(...load.answered.map(({ took }) => took)).toFixed(0))
  const isKept = await printOutcome(community.pool, load, RATE)

  // What a killed server had begun is taken over by the other one.
  const began = performance.now()
  while ((await jobsWaiting(community.pool)) > 0 && performance.now() < began + JOBS_WITHIN_MS) await sleep(500)
  const { rows } = await community.pool.query<{ untold: number }>(
    `select count(*)::integer as untold from messages m
     where m.body ~ '^<p>[0-9a-f-]{36}</p>$'
       and not exists (select from notification_facts f where f.message_id = m.id)`,
  )
  const left = await jobsWaiting(community.pool)
  figure('jobs still waiting; seconds until done', `${left}; ${((performance.now() - began) / 1000).toFixed(1)}`)
  figure('replies without a notification', rows[0]!.untold)
  isGood = isKept && left + rows[0]!.untold === 0
} finally {
  await community.close()
}
process.exit(isGood ? 0 : 1)
