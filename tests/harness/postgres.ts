/**
 * One PostgreSQL for a whole run, with a migrated template database that contains the demo; each test file clones it.
 * TEST_DATABASE_URL selects another server instead. Nothing is left behind, however the run ends.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { DEMO_PASSWORD } from '#database/seed/demo-members.ts'
import { seedDemo } from '#database/seed/seed.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrations.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { buildStale } from '../../bin/build.ts'
import { connectionTo, waitFor } from './connection.ts'
import { abandonedFolders, makeFolder } from './folders.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server; each file chooses its own database on it. */
    postgres: string
    template: string
    /** How PostgreSQL copies the template: its files where nothing waits for a disk, its pages through the log elsewhere. */
    strategy: 'file_copy' | 'wal_log'
    /** For files that test servers store; removed after the run. */
    folder: string
  }
}

export async function setup(project: TestProject) {
  dropAbandonedDatabases()
  if (!buildStale(['web'])) throw new Error('The web could not be built, and the server does not start without it.')
  const template = `counterpart_template_${process.pid}`
  const outside = process.env['TEST_DATABASE_URL']
  const folder = makeFolder()
  const own = outside ? undefined : await startOwn(folder)
  const server = outside ?? own!.server
  await connectionTo(server, 'postgres', (client) => client.query(`create database ${template}`))
  await connectionTo(server, template, async (client) => {
    await migrate(client)
    await seedDemo(client, { now: new Date(), passwordHash: await hashPassword(DEMO_PASSWORD) })
    await client.query('vacuum analyze')
  })
  project.provide('postgres', server)
  project.provide('template', template)
  project.provide('strategy', own ? 'file_copy' : 'wal_log')
  project.provide('folder', folder)
  return async () => {
    if (own) await own.stop()
    else await dropAll(server, template)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startOwn(folder: string) {
  const embedded = await startEmbedded(folder, () => {})
  const home = path.dirname(embedded.host)
  const remove = () => {
    if (!home.startsWith(folder)) rmSync(path.dirname(home), { recursive: true, force: true })
  }
  const endNow = () => {
    endPostgres(home)
    remove()
  }
  process.prependOnceListener('exit', endNow)
  const server = `postgresql:///postgres?host=${encodeURIComponent(embedded.host)}&user=${embedded.user}`
  const ask = (text: string) => connectionTo(server, 'postgres', (client) => client.query(text))
  await waitFor('the database to start', () => ask('select 1'))
  // Test data need not survive a power cut. The fault tests use their own database, which keeps these settings on.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await ask(`alter system set ${setting} = off`)
  await ask('select pg_reload_conf()')
  return {
    server,
    stop: async () => {
      await embedded.stop()
      process.off('exit', endNow)
      remove()
    },
  }
}

function endPostgres(home: string) {
  const file = path.join(home, 'cluster', 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  try {
    // Immediate shutdown: the data is deleted with the folder.
    process.kill(pid, 'SIGQUIT')
  } catch {}
  // An exit handler cannot await, so this blocks until PostgreSQL removes its pid file.
  const still = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; waited < 3_000 && existsSync(file); waited += 20) Atomics.wait(still, 0, 0, 20)
}

/** A run that was killed with SIGKILL leaves its database running; the next run stops it. */
function dropAbandonedDatabases() {
  for (const folder of abandonedFolders()) {
    endPostgres(path.join(folder, 'postgres'))
    rmSync(folder, { recursive: true, force: true })
  }
}

async function dropAll(server: string, template: string) {
  await connectionTo(server, 'postgres', async (client) => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
      `${template}%`,
    ])
    for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`)
  })
}
