/** A Redis of its own behind a proxy that can cut its connections or stall them. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { waitFor } from './connection.ts'

/** False if this machine has no Redis: then tests that need it are skipped with NO_REDIS. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0
export const NO_REDIS = 'skipped, because there is no redis-server on this machine'

export interface TestRedis {
  url: string
  /** Closes every connection and refuses new ones. */
  cut(): void
  /** Keeps connections open but forwards no data. */
  stall(): void
  heal(): void
  close(): Promise<void>
}

export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(path.join(tmpdir(), 'counterpart-redis-'))
  const socket = path.join(folder, 'socket')
  const options = { port: '0', unixsocket: socket, save: '', appendonly: 'no', dir: folder }
  const child = spawn(
    'redis-server',
    Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    { stdio: 'ignore' },
  )
  let door: 'open' | 'shut' | 'stalled' = 'open'
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((outside) => {
    if (door === 'shut') return void outside.destroy()
    const inside = connect(socket)
    const pair = [outside, inside] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      outside.destroy()
      inside.destroy()
    }
    for (const [from, to] of [pair, [inside, outside] as const]) {
      from.on('data', (bytes: Buffer) => door === 'open' && to.write(bytes))
      from.on('close', end)
      from.on('error', end)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endAll = () => [...pairs].forEach(([outside]) => outside.destroy())
  await waitFor(
    'Redis',
    () =>
      new Promise<boolean>((resolve) => {
        const probe = connect(socket, () => (probe.destroy(), resolve(true)))
        probe.on('error', () => resolve(false))
      }),
  )
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      door = 'shut'
      endAll()
    },
    stall: () => void (door = 'stalled'),
    heal: () => {
      // The dropped bytes are lost, so these connections are unusable.
      if (door === 'stalled') endAll()
      door = 'open'
    },
    close: async () => {
      endAll()
      server.close()
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
