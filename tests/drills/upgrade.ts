/**
 * npm run drill -- upgrade COMMIT: two servers of that commit serve members, who read and write at a steady rate; then
 * they are replaced one by one by servers of this commit. Ends with 1 if a request fails or is answered twice.
 */
import { execFileSync, type ChildProcess } from 'node:child_process'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildStale } from '../../bin/build.ts'
import { newFolder } from '../harness/backups.ts'
import { figure, openCommunity, p99, addressesOf, printOutcome, startLoad, stop } from './servers.ts'

const RATE = 200
const STEADY_MS = 15_000
const PORTS = [4431, 4432] as const
const GOAL_RATIO = 2

const commit = process.argv[2]
if (!commit) {
  console.error('Usage: npm run drill -- upgrade COMMIT')
  process.exit(1)
}
// As in the image: a server that builds or compiles at its start takes both processors from the other one.
if (!buildStale()) process.exit(1)
execFileSync(process.execPath, ['bin/run.mjs', 'bin/compile.ts'], { stdio: 'ignore' })
const older = newFolder('older')
execFileSync('git', ['worktree', 'add', '--detach', '--quiet', older, commit])
symlinkSync(path.join(process.cwd(), 'node_modules'), path.join(older, 'node_modules'))

const community = await openCommunity('upgrade')
let isGood = false
try {
  const children: ChildProcess[] = []
  for (const port of PORTS) children.push(await community.start(port, { folder: older }))
  const load = await startLoad(community.pool, addressesOf(PORTS), RATE)
  await sleep(STEADY_MS)
  const began = performance.now()
  for (const [each, port] of PORTS.entries()) {
    await stop(children[each]!)
    children[each] = await community.start(port)
  }
  const ended = performance.now()
  await sleep(STEADY_MS / 3)
  await load.stop()

  const warm = load.answered.filter(({ at }) => at > began - STEADY_MS / 2 && at < began)
  const during = load.answered.filter(({ at }) => at >= began && at <= ended)
  figure('time of the upgrade, s', ((ended - began) / 1000).toFixed(1))
  figure('p99 before, ms', p99(warm).toFixed(0))
  figure('p99 during, ms', p99(during).toFixed(0))
  figure(`ratio (goal ${GOAL_RATIO})`, (p99(during) / p99(warm)).toFixed(1))
  isGood = await printOutcome(community.pool, load, RATE)
} finally {
  await community.close()
  if (existsSync(older)) execFileSync('git', ['worktree', 'remove', '--force', older])
  rmSync(older, { recursive: true, force: true })
}
process.exit(isGood ? 0 : 1)
