/**
 * npm run drill -- two-servers: how much more two servers answer than one, on one database. Each server gets a fifth of a
 * processor (a control group of Linux, as root), so that servers are what is short; the database and the members have
 * the rest. Ends with 1 if the ratio is under its goal or a request fails.
 */
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { median } from '../../bench/kit.ts'
import { callOf } from '../../bench/sessions.ts'
import { figure, openCommunity, addressesOf, writersOf } from './servers.ts'

const PORTS = [4461, 4462] as const
const SHARE = 0.2
const PERIOD_US = 100_000
const ROUNDS = 3
const ROUND_MS = 8_000
const CONNECTIONS = 16
const GOAL = 1.7

/** A control group with a share of one processor; undefined where it is not permitted. */
function limitTo(share: number, pid: number): (() => void) | undefined {
  const folder = `/sys/fs/cgroup/cpu/counterpart-${pid}`
  try {
    mkdirSync(folder)
    writeFileSync(`${folder}/cpu.cfs_period_us`, String(PERIOD_US))
    writeFileSync(`${folder}/cpu.cfs_quota_us`, String(share * PERIOD_US))
    writeFileSync(`${folder}/cgroup.procs`, String(pid))
    return () => rmdirSync(folder)
  } catch {
    return undefined
  }
}

const community = await openCommunity('two-servers')
const groups: (() => void)[] = []
let isGood = false
try {
  for (const port of PORTS) {
    const { pid } = await community.start(port, { settings: { JOBS: 'off' } })
    const free = limitTo(SHARE, pid!)
    if (!free) throw new Error('This machine permits no control groups: run the drill as root on Linux.')
    groups.push(free)
  }
  const writers = await writersOf(community.pool)
  let failed = 0
  const perSecond = async (servers: readonly string[]) => {
    const until = performance.now() + ROUND_MS
    let answered = 0
    const connection = async (number: number) => {
      for (let each = number; performance.now() < until; each++) {
        const { visitor } = writers[each % writers.length]!
        const { path, ...options } = callOf('threads', { limit: 25 }, visitor)
        const answer = await fetch(`${servers[number % servers.length]}${path}`, options)
        await answer.text()
        if (answer.status === 200) answered++
        else failed++
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => connection(number)))
    return answered / (ROUND_MS / 1000)
  }
  const all = addressesOf(PORTS)
  await perSecond(all)
  const [one, two]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    one.push(await perSecond(all.slice(round % 2, (round % 2) + 1)))
    two.push(await perSecond(all))
  }
  const ratio = median(two) / median(one)
  figure('processors; of them for each server', `${cpus().length}; ${SHARE}`)
  figure('feeds a second, one server', one.map((each) => each.toFixed(0)).join(', '))
  figure('feeds a second, two servers', two.map((each) => each.toFixed(0)).join(', '))
  figure('failed requests', failed)
  figure(`ratio of medians (goal ${GOAL})`, ratio.toFixed(2))
  isGood = ratio >= GOAL && failed === 0
} finally {
  await community.close()
  for (const free of groups) free()
}
process.exit(isGood ? 0 : 1)
