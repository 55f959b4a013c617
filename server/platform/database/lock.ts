/** One server per data folder: a lock file that names the process holding it and is invalid once that process ends. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#server/config.ts'
import { FILE_MODE, makeDataFolder } from '#server/platform/private-files.ts'
import { isAlive } from './embedded.ts'

/** Longer than a shutdown takes (`DRAIN_MS` in main.ts): the terminal may return before the server has exited. */
const ENDS_WITHIN_MS = 12_000
const LOOK_EVERY_MS = 50

interface Waiting {
  within?: number
  notice?: (line: string) => void
}

/**
 * Locks the folder. Waits for a holder that is shutting down, otherwise throws a StartError that names it. Returns the
 * function that releases the lock.
 */
export async function lockFolder(dataDir: string, { within = ENDS_WITHIN_MS, notice }: Waiting = {}) {
  makeDataFolder(dataDir)
  const file = path.join(dataDir, 'counterpart.lock')
  const mine = `${process.pid}\n${startOf(process.pid)}\n`
  const until = performance.now() + within
  let told = false
  while (!take(file, mine)) {
    const pid = holderOf(file)
    const runs = `Counterpart is already running on ${dataDir} (process ${pid}).`
    if (!pid) rmSync(file, { force: true })
    else if (performance.now() >= until) throw new StartError(`${runs} Stop it, or set DATA_DIR to another folder.`)
    else {
      if (!told) notice?.(`${runs} Waiting up to ${within / 1000} seconds in case it’s shutting down.`)
      told = true
      await sleep(LOOK_EVERY_MS)
    }
  }
  return () => {
    if (read(file) === mine) rmSync(file, { force: true })
  }
}

/** Whether a live process holds the folder. */
export const isFolderLocked = (dataDir: string): boolean =>
  holderOf(path.join(dataDir, 'counterpart.lock')) !== undefined

function take(file: string, mine: string) {
  try {
    writeFileSync(file, mine, { flag: 'wx', mode: FILE_MODE })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** The live process that holds the lock. A pid can be reused by another process; its start time cannot. */
function holderOf(file: string) {
  const [holder = '', started = ''] = read(file).split('\n')
  const pid = Number(holder)
  return pid > 0 && isAlive(pid) && startOf(pid) === started ? pid : undefined
}

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Start time of a process in clock ticks after boot; empty if the system does not provide it. */
function startOf(pid: number) {
  const fields = read(`/proc/${pid}/stat`)
  return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
