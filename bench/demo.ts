/** The demo community served by the real program with its database, for the web benchmarks. */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import { portOf, startChild, stopChild } from './kit.ts'
import { SECRET, visitorsOf, type Visitor } from './sessions.ts'

export interface DemoSite {
  port: number
  server: ChildProcess
  pool: pg.Pool
  /** A demo member, signed in. */
  visitor(email: string): Promise<Visitor>
  close(): Promise<void>
}

/** The database inherits the cores of this process; the server runs on `core` if given. */
export async function openDemo({ core }: { core?: number } = {}): Promise<DemoSite> {
  const folder = mkdtempSync(path.join(tmpdir(), 'counterpart-bench-'))
  const embedded = await startEmbedded(folder, () => {})
  const { host, user, database } = embedded
  const url = `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}`
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: url,
    DEMO: 'on',
    PORT: '0',
    SECRET,
    JOBS: 'off',
    NODE_ENV: 'production',
  }
  const close = async () => {
    await pool.end()
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await answering(pool)
    const server = startChild('bin/start.ts', [], { env, ...(core === undefined ? {} : { core }) })
    const port = await portOf(server)
    await pool.query('vacuum analyze')
    return {
      port,
      server,
      pool,
      visitor: async (email) => {
        const { rows } = await pool.query<{ id: number }>('select id from users where email = $1', [email])
        return (await visitorsOf(pool, [rows[0]!.id]))[0]!
      },
      close: async () => {
        await stopChild(server)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function answering(pool: pg.Pool): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if (tries > 300) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
