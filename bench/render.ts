/** npm run bench -- render: feed pages rendered per second by a server on one core, its database on another. */
import { spawnSync } from 'node:child_process'
import { openDemo } from './demo.ts'
import { load, median, print, round, ROUNDS, processUsage } from './kit.ts'

const SERVER_CORE = 0
const OTHER_CORE = 1
const SECONDS = 5
const CONNECTIONS = 8
const READERS = ['member@legal.test', 'peer@legal.test', 'member@finance.test', 'member@executive.test']
/** What a browser sends, so that compression is part of the measurement. */
const ACCEPTS = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' }

spawnSync('taskset', ['-acp', String(OTHER_CORE), String(process.pid)])
const site = await openDemo({ core: SERVER_CORE })
try {
  const visitors = await Promise.all(READERS.map((email) => site.visitor(email)))
  const requests = visitors.map(({ cookie, xsrf }) => ({
    path: '/feed',
    headers: { ...ACCEPTS, cookie: `${cookie}; XSRF-TOKEN=${xsrf}` },
  }))
  const measure = (seconds: number) => load({ port: site.port, requests, seconds, connections: CONNECTIONS })
  await measure(3)
  const rates: number[] = []
  const times: number[] = []
  const cpu: number[] = []
  let bytes = 0
  for (let each = 0; each < ROUNDS; each++) {
    const before = processUsage(site.server.pid!)
    const measured = await measure(SECONDS)
    cpu.push((processUsage(site.server.pid!).cpuMs - before.cpuMs) / (measured.rate * SECONDS))
    rates.push(measured.rate)
    times.push(measured.p95)
    bytes = measured.bytes
  }
  print('render', {
    pages_per_second_one_core: round(median(rates), 0),
    node_cpu_ms: round(median(cpu), 2),
    p95_ms: round(median(times), 1),
    page_kb: round(bytes / 1000, 1),
    server_mb: round(processUsage(site.server.pid!).mb, 0),
    must: { pages_per_second_one_core: '>= 250' },
  })
} finally {
  await site.close()
}
