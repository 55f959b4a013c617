/** A PostgreSQL with a streaming replica, both of the embedded programs, on folders of their own. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { DEMO_PASSWORD } from '#database/seed/demo-members.ts'
import { seedDemo } from '#database/seed/seed.ts'
import { clusterHome, startEmbedded, type Embedded } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrations.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { newFolder, removeDataFolder } from './backups.ts'
import { connectionTo, waitFor } from './connection.ts'

const urlOf = ({ host, user }: Embedded) =>
  `postgresql:///postgres?host=${encodeURIComponent(host)}&user=${encodeURIComponent(user)}`

const onDatabase = <T>(of: Embedded, work: (client: pg.Client) => Promise<T>) =>
  connectionTo(urlOf(of), of.database, work)

/** PostgreSQL names it after its port, which is always the usual one. */
const socketOf = ({ host }: Embedded) => path.join(host, '.s.PGSQL.5432')
const clusterOf = (dataDir: string) => path.join(clusterHome(dataDir), 'cluster')

/** Copies a running cluster, which is how every replica begins. */
async function copyCluster(primary: Embedded, from: string, to: string): Promise<void> {
  await onDatabase(primary, async (client) => {
    await client.query(`select pg_backup_start('replica', true)`)
    rmSync(to, { recursive: true, force: true })
    const copied = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
    if (copied.status !== 0) throw new Error(copied.stderr)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(path.join(to, 'backup_label'), rows[0]!.labelfile)
  })
  rmSync(path.join(to, 'postmaster.pid'), { force: true })
  writeFileSync(path.join(to, 'standby.signal'), '')
  appendFileSync(
    path.join(to, 'postgresql.auto.conf'),
    `\nprimary_conninfo = 'host=${primary.host} user=${primary.user} application_name=replica'\n`,
  )
  const owner = spawnSync('chown', ['-R', `--reference=${from}`, to])
  if (owner.status !== 0) throw new Error('The copy of the cluster has no owner.')
}

export interface Replicated {
  primaryUrl: string
  replicaUrl: string
  /** Stops applying what the primary sends, as a busy replica does, until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** The replica applies each commit that much later than the primary. */
  delay(seconds: number): Promise<void>
  /** The process of the replica ends at once, and starts again only with `startReplica`. */
  killReplica(): void
  startReplica(): Promise<void>
  /** All processes of the replica stand still, as on a machine that hangs, until `unfreeze`. */
  freeze(): void
  unfreeze(): void
  /** Files to connect to, of either. */
  sockets: { primary: string; replica: string }
  /** From now on nothing is acknowledged that the replica has not written. */
  waitForReplica(): Promise<void>
  /** The process of the primary ends at once, for good. */
  killPrimary(): void
  /** The replica takes writes. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** With the demo community. */
export async function startReplicated(): Promise<Replicated> {
  const [first, second] = [newFolder('primary'), newFolder('replica')]
  const primary = await startEmbedded(first, () => {})
  await waitFor('the primary', () => onDatabase(primary, (client) => client.query('select 1')))
  await onDatabase(primary, async (client) => {
    await migrate(client)
    await seedDemo(client, { now: new Date(), passwordHash: await hashPassword(DEMO_PASSWORD) })
  })
  // Started once for its folders, then given the primary's data.
  const empty = await startEmbedded(second, () => {})
  await waitFor('a database', () => onDatabase(empty, (client) => client.query('select 1')))
  await empty.stop()
  const data = clusterOf(second)
  await copyCluster(primary, clusterOf(first), data)
  let replica = await startEmbedded(second, () => {})
  const replicaUrl = urlOf(replica)
  const isUp = () => waitFor('the replica', () => onDatabase(replica, (client) => client.query('select 1')))
  await isUp()
  const onReplica = (text: string) => onDatabase(replica, (client) => client.query(text)).then(() => undefined)
  const processOf = (cluster: string) =>
    Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  const mainProcess = () => processOf(data)
  const processes = () => {
    const main = mainProcess()
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' })
    return [main, ...stdout.split('\n').filter(Boolean).map(Number)]
  }
  const signalAll = (signal: NodeJS.Signals) => processes().forEach((pid) => process.kill(pid, signal))
  return {
    primaryUrl: urlOf(primary),
    replicaUrl,
    pause: () => onReplica('select pg_wal_replay_pause()'),
    resume: () => onReplica('select pg_wal_replay_resume()'),
    delay: async (seconds) => {
      await onReplica(`alter system set recovery_min_apply_delay = '${seconds}s'`)
      await onReplica('select pg_reload_conf()')
    },
    killReplica: () => {
      const pid = mainProcess()
      // Not to be restarted by its keeper.
      void replica.stop()
      process.kill(pid, 'SIGQUIT')
    },
    startReplica: async () => {
      replica = await startEmbedded(second, () => {})
      await isUp()
    },
    sockets: { primary: socketOf(primary), replica: socketOf(replica) },
    waitForReplica: () =>
      onDatabase(primary, async (client) => {
        await client.query(`alter system set synchronous_standby_names = '*'`)
        await client.query('select pg_reload_conf()')
      }),
    killPrimary: () => {
      const pid = processOf(clusterOf(first))
      // Not to be restarted by its keeper.
      void primary.stop()
      process.kill(pid, 'SIGQUIT')
    },
    promote: () => onReplica(`select pg_promote()`),
    freeze: () => signalAll('SIGSTOP'),
    unfreeze: () => signalAll('SIGCONT'),
    stop: async () => {
      await Promise.all([replica.stop(), primary.stop()])
      removeDataFolder(first)
      removeDataFolder(second)
    },
  }
}
