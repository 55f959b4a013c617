/** Backups of an own PostgreSQL with the programs of its operator, which must be as new as the server. */
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartError } from '#server/config.ts'

/** Where systems put them; the newest of Debian's versions come first in its wrappers. */
const PROGRAMS = '/usr/local/sbin:/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'
const FORMAT = ['--format=custom', '--no-owner', '--no-privileges', '--compress=1']

/** The password goes in the environment: parameters are visible to other users of the machine. */
function start(program: string, parameters: string[], database: string) {
  const url = new URL(database)
  const password = decodeURIComponent(url.password)
  url.password = ''
  const child = spawn(program, [...parameters, `--dbname=${url.href}`], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: PROGRAMS, LC_ALL: 'C.UTF-8', ...(password !== '' && { PGPASSWORD: password }) },
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2_000)
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new StartError(`${program} isn’t installed. Install the PostgreSQL client programs, as new as your server.`)
          : error,
      ),
    )
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new StartError(`${program} failed: ${output.trim() || `it ended with ${code}`}`)),
    )
  })
  ended.catch(() => undefined)
  return { child, ended }
}

export async function dumpDatabase<T>(url: string, store: (archive: Readable) => Promise<T>): Promise<T> {
  const { child, ended } = start('pg_dump', FORMAT, url)
  const stored = store(child.stdout)
  const [result] = await Promise.all([stored, ended])
  return result
}

export async function restoreDump(archive: AsyncIterable<Uint8Array>, target: string): Promise<void> {
  const { child, ended } = start('pg_restore', ['--no-owner', '--no-privileges', '--exit-on-error'], target)
  await Promise.all([ended, pipeline(archive, child.stdin).catch(() => undefined)])
}
