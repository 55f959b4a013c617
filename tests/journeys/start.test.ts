/** Starting, stopping and healing, as those who run the house meet it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

interface Started {
  child: ChildProcess
  output(): string
  /** The port, once the line that says ready is there; rejects when the process ends before. */
  port: Promise<number>
  ended: Promise<number | null>
}

let folder: string
const running: Started[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'counterpart-start-'))
  chmodSync(folder, 0o755)
})
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'bin/start.ts'], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', DATA_DIR: folder, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const port = new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += String(chunk)
      const found = /is ready at http:\/\/localhost:(\d+)/.exec(text)?.[1]
      if (found) resolve(Number(found))
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)))
  })
  port.catch(() => {})
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const started = { child, output: () => text, port, ended }
  running.push(started)
  return started
}

const status = async (port: number, where = '/readyz') => (await fetch(`http://127.0.0.1:${port}${where}`)).status

async function until(what: string, isSo: () => Promise<boolean>, withinMs = 15_000) {
  for (const end = Date.now() + withinMs; Date.now() < end;) {
    if (await isSo().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${what} did not come true within ${withinMs / 1000} s`)
}

describe('starting', () => {
  it('says in one line where it is ready, and ends cleanly at SIGTERM', async () => {
    const house = start()
    const port = await house.port
    expect(house.output().trim().split('\n')).toHaveLength(1)
    await until('readiness', async () => (await status(port)) === 200)
    expect(await status(port, '/healthz')).toBe(200)
    house.child.kill('SIGTERM')
    expect(await house.ended).toBe(0)
  })

  it('ends as cleanly the moment it is ready, while the background work still begins', async () => {
    const house = start()
    await house.port
    house.child.kill('SIGTERM')
    expect(await house.ended).toBe(0)
    expect(house.output().trim().split('\n')).toHaveLength(1)
  })

  it('listens on this machine only while the demo is offered', async () => {
    const port = await start().port
    const outside = Object.values((await import('node:os')).networkInterfaces())
      .flat()
      .find((address) => address && !address.internal && address.family === 'IPv4')
    if (!outside) return
    await expect(fetch(`http://${outside.address}:${port}/healthz`)).rejects.toThrow()
  })

  it('names every wrong setting at once', async () => {
    const house = start({ PORT: 'many', DEMO: 'perhaps', DATABASE_URL: 'mysql://here' })
    expect(await house.ended).toBe(1)
    expect(house.output()).toMatch(/PORT must be a whole number/)
    expect(house.output()).toMatch(/DEMO must be on or off/)
    expect(house.output()).toMatch(/DATABASE_URL must be a URL/)
    expect(house.output()).not.toMatch(/\bat .*\.ts:\d/)
  })

  it('says what to do when the port is in use', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as net.AddressInfo
    const house = start({ PORT: String(port) })
    expect(await house.ended).toBe(1)
    expect(house.output()).toContain(`Port ${port} on 127.0.0.1 is in use`)
    expect(house.output()).toContain(`PORT=${port + 1} npm start`)
    taken.close()
  })

  it('says what to do when the database is away', async () => {
    const house = start({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })
    expect(await house.ended).toBe(1)
    expect(house.output()).toMatch(/The database at DATABASE_URL does not answer .* Check that it runs/)
  })

  it('refuses data written by a newer version, and leaves it as it was', async () => {
    await start().port
    running[0]!.child.kill('SIGTERM')
    await running[0]!.ended
    const version = path.join(folder, 'postgres/cluster/PG_VERSION')
    writeFileSync(version, '99\n')
    const house = start()
    expect(await house.ended).toBe(1)
    expect(house.output()).toMatch(/PostgreSQL 99 database.*Use the Counterpart that wrote it/)
    expect(readFileSync(version, 'utf8')).toBe('99\n')
  })
})

describe('two starts on one data folder', () => {
  it('refuses the second and does not disturb the first', async () => {
    const first = start()
    const port = await first.port
    const second = start()
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`process ${first.child.pid}`)
    await until('readiness of the first', async () => (await status(port)) === 200)
  })
})

describe('healing', () => {
  it('starts again after the server was killed: stale lock, database left running', async () => {
    const first = start()
    await first.port
    first.child.kill('SIGKILL')
    await first.ended
    const port = await start().port
    await until('readiness', async () => (await status(port)) === 200)
  })

  it('starts again when the lock names a process that is another', async () => {
    writeFileSync(path.join(folder, 'counterpart.lock'), `${process.pid}\n1\n`)
    const port = await start().port
    expect(await status(port, '/healthz')).toBe(200)
  })

  it('starts the embedded database again when it dies under a running server', async () => {
    const port = await start().port
    await until('readiness', async () => (await status(port)) === 200)
    const pid = Number(readFileSync(path.join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 'SIGKILL')
    await until('failure', async () => (await status(port)) === 503)
    await until('readiness', async () => (await status(port)) === 200, 10_000)
  })
})
