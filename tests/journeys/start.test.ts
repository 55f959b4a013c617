/** Startup, shutdown and recovery, as operators see them. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStale } from '../../bin/build.ts'
import { environment } from '../../bin/install.mjs'

interface Started {
  child: ChildProcess
  output(): string
  /** The port, once the server prints that it is ready; rejects if the process exits first. */
  port: Promise<number>
  ended: Promise<number | null>
}

let folder: string
/** The data folder and the output of a first run; a start from an empty folder takes four times as long. */
let used: string
let said: string
const running: Started[] = []

const makeFolder = () => {
  const made = mkdtempSync(path.join(tmpdir(), 'counterpart-start-'))
  chmodSync(made, 0o755)
  return made
}

beforeAll(async () => {
  expect(buildStale()).toBe(true)
  folder = makeFolder()
  const { port, child, ended, output } = start()
  await port
  child.kill('SIGTERM')
  await ended
  used = folder
  said = output()
})
afterAll(() => rmSync(used, { recursive: true, force: true }))

/** Preserves owners, because PostgreSQL refuses files of another user. */
const copyUsedFolder = () => execFileSync('cp', ['-a', `${used}/.`, folder])

beforeEach(() => {
  folder = makeFolder()
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
    env: {
      PATH: process.env['PATH'],
      ...environment('production'),
      DATA_DIR: folder,
      PORT: '0',
      ...env,
    },
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
    copyUsedFolder()
    const run = start()
    const port = await run.port
    for (const output of [said, run.output()]) expect(output.trim().split('\n')).toHaveLength(1)
    await until('readiness', async () => (await status(port)) === 200)
    expect(await status(port, '/healthz')).toBe(200)
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
  })

  it('ends as cleanly the moment it is ready, while the background work still begins', async () => {
    copyUsedFolder()
    const run = start()
    await run.port
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(run.output().trim().split('\n')).toHaveLength(1)
  })

  it('closes no open connection for half a second: a proxy may be sending on it', async () => {
    copyUsedFolder()
    const run = start()
    const idle = net.connect(await run.port, '127.0.0.1')
    await once(idle, 'connect')
    const stopped = performance.now()
    run.child.kill('SIGTERM')
    await once(idle, 'close')
    expect(performance.now() - stopped).toBeGreaterThan(450)
    expect(await run.ended).toBe(0)
  })

  it('listens on this machine only while the demo is offered', async () => {
    copyUsedFolder()
    const port = await start().port
    const outside = Object.values((await import('node:os')).networkInterfaces())
      .flat()
      .find((address) => address && !address.internal && address.family === 'IPv4')
    if (!outside) return
    await expect(fetch(`http://${outside.address}:${port}/healthz`)).rejects.toThrow()
  })

  it('names every wrong setting at once', async () => {
    const run = start({ PORT: 'many', DEMO: 'perhaps', DATABASE_URL: 'mysql://here' })
    expect(await run.ended).toBe(1)
    expect(run.output()).toMatch(/PORT must be a whole number/)
    expect(run.output()).toMatch(/DEMO must be on or off/)
    expect(run.output()).toMatch(/DATABASE_URL must be a URL/)
    expect(run.output()).not.toMatch(/\bat .*\.ts:\d/)
  })

  it('says what to do when the port is in use', async () => {
    copyUsedFolder()
    const taken = net.createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as net.AddressInfo
    const run = start({ PORT: String(port) })
    expect(await run.ended).toBe(1)
    expect(run.output()).toContain(`Port ${port} on 127.0.0.1 is already in use`)
    expect(run.output()).toContain(`PORT=${port + 1} npm start`)
    taken.close()
  })

  it('says what to do when the database is away', async () => {
    const run = start({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })
    expect(await run.ended).toBe(1)
    expect(run.output()).toMatch(/The database at DATABASE_URL isn’t responding .* Check that it’s running/)
  })

  it('logs an error with the lines of the sources, though it runs from a bundle', async () => {
    copyUsedFolder()
    rmSync(path.join(folder, 'files'), { recursive: true })
    writeFileSync(path.join(folder, 'files'), 'not a folder')
    const run = start()
    expect(await run.ended).toBe(1)
    const source = /\(server\/platform\/uploads\/resumable\.routes\.ts:(\d+)\)/.exec(run.output())
    const lines = readFileSync('server/platform/uploads/resumable.routes.ts', 'utf8').split('\n')
    expect(lines[Number(source?.[1]) - 1]).toContain('mkdirSync(')
  })

  it('refuses data written by a newer version, and leaves it as it was', async () => {
    copyUsedFolder()
    const version = path.join(folder, 'postgres/cluster/PG_VERSION')
    writeFileSync(version, '99\n')
    const run = start()
    expect(await run.ended).toBe(1)
    expect(run.output()).toMatch(/PostgreSQL 99 database.*Use the version that created it/)
    expect(readFileSync(version, 'utf8')).toBe('99\n')
  })
})

describe('what is kept on disk', () => {
  it('is open to no other user, also where an earlier version left it open, and its log repeats no refused row', async () => {
    copyUsedFolder()
    mkdirSync(path.join(folder, 'files', 'ab'), { recursive: true, mode: 0o755 })
    chmodSync(path.join(folder, 'files'), 0o755)
    chmodSync(path.join(folder, 'postgres.log'), 0o644)
    writeFileSync(path.join(folder, 'files', 'ab', 'left'), 'x', { mode: 0o644 })
    await start().port
    const open = (readdirSync(folder, { recursive: true }) as string[])
      .map((name) => ({ name, mode: statSync(path.join(folder, name)).mode }))
      // PostgreSQL protects its files with the permissions of its folder; sockets are not files.
      .filter(({ name, mode }) => !name.startsWith('postgres/') && (mode & 0o077) !== 0)
    expect(open).toEqual([])
    // Other users can at most traverse the folder, which is needed if another user runs the database.
    expect(statSync(folder).mode & 0o066).toBe(0)
    const client = new pg.Client({
      host: path.join(folder, 'postgres', 'socket'),
      user: 'postgres',
      database: 'postgres',
    })
    await client.connect()
    const refused = 'insert into areas_of_expertise (id, name) overriding system value values (null, $1)'
    await expect(client.query(refused, ['kolibri8813'])).rejects.toMatchObject({
      detail: expect.stringContaining('kolibri8813') as string,
    })
    await expect(client.query("select 'kolibri8813'::integer")).rejects.toThrow()
    await client.end()
    expect(readFileSync(path.join(folder, 'postgres.log'), 'utf8')).not.toContain('kolibri8813')
  })
})

describe('two starts on one data folder', () => {
  it('refuses the second and does not disturb the first', async () => {
    copyUsedFolder()
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
    copyUsedFolder()
    const first = start()
    await first.port
    first.child.kill('SIGKILL')
    await first.ended
    const port = await start().port
    await until('readiness', async () => (await status(port)) === 200)
  })

  it('starts again when the lock names a process that is another', async () => {
    copyUsedFolder()
    writeFileSync(path.join(folder, 'counterpart.lock'), `${process.pid}\n1\n`)
    const port = await start().port
    expect(await status(port, '/healthz')).toBe(200)
  })

  it('starts the embedded database again when it dies under a running server', async () => {
    copyUsedFolder()
    const port = await start().port
    await until('readiness', async () => (await status(port)) === 200)
    const pid = Number(readFileSync(path.join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 'SIGKILL')
    await until('failure', async () => (await status(port)) === 503)
    await until('readiness', async () => (await status(port)) === 200, 10_000)
  })
})
