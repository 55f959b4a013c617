/** Folders for what need not survive a run, in memory where that has room; removed when the run ends. */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const FOLDER = 'counterpart-tests-'
/** Records the id of the process that made the folder. */
const OWNER = 'owner'
/**
 * A disk in memory. A test file waits a tenth of a second for its database there, elsewhere up to one and a half, and
 * copying data folders and removing them took a third of the processor where tests start servers of their own.
 */
const IN_MEMORY = '/dev/shm'
/** For the databases and data folders of two files, their log, and what else the tests need. */
const ROOM_BYTES = 8 * 1024 ** 3

function hasRoomInMemory(): boolean {
  if (!existsSync(IN_MEMORY) || process.availableMemory() < ROOM_BYTES) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ROOM_BYTES
}

/** Whether files in memory may be executed, as the tests do with Chromium. Containers often forbid it. */
function runsProgramsInMemory(): boolean {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8').split('\n') : []
  const options = mounts.map((line) => line.split(' ')).findLast(([, at]) => at === IN_MEMORY)?.[3]
  return options !== undefined && !options.split(',').includes('noexec')
}

/** A folder that PostgreSQL's own user can enter. */
export const makeFolder = (): string => makeFolderIn(hasRoomInMemory() ? IN_MEMORY : tmpdir())

/** In memory, for what is otherwise in the folder for temporary files; undefined where that is no better. */
export const makeTemporaryFolder = (): string | undefined =>
  hasRoomInMemory() && runsProgramsInMemory() ? makeFolderIn(IN_MEMORY) : undefined

function makeFolderIn(place: string): string {
  const folder = mkdtempSync(path.join(place, FOLDER))
  chmodSync(folder, 0o755)
  writeFileSync(path.join(folder, OWNER), String(process.pid))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  return folder
}

/** Folders of runs that ended without removing them. */
export function abandonedFolders(): string[] {
  const places = [tmpdir(), IN_MEMORY].filter((place) => existsSync(place))
  const folders = places.flatMap((place) => readdirSync(place).map((name) => path.join(place, name)))
  return folders.filter((folder) => path.basename(folder).startsWith(FOLDER) && !isOwned(folder))
}

function isOwned(folder: string): boolean {
  try {
    process.kill(Number(readFileSync(path.join(folder, OWNER), 'utf8')), 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
