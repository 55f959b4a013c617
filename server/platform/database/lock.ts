/** One server per data folder: a lock file that names its holder and does not outlive it. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '#server/config.ts'
import { isAlive } from './embedded.ts'

/** Takes the folder or throws a StartError that names who holds it. Returns the release. */
export function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const file = path.join(dataDir, 'counterpart.lock')
  const mine = `${process.pid}\n${startOf(process.pid)}\n`
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, mine, { flag: 'wx' })
      return () => {
        if (read(file) === mine) rmSync(file, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const [holder = '', started = ''] = read(file).split('\n')
      const pid = Number(holder)
      // A number can be given to another process; the time it started cannot.
      if (pid > 0 && isAlive(pid) && startOf(pid) === started) {
        throw new StartError(
          `Counterpart already runs on ${dataDir} (process ${pid}). Stop it, or set DATA_DIR to another folder.`,
        )
      }
      rmSync(file, { force: true })
    }
  }
  throw new StartError(`The lock file ${file} is being taken by another start. Try again.`)
}

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Clock ticks after boot at which a process began; empty where the system does not tell. */
function startOf(pid: number) {
  const fields = read(`/proc/${pid}/stat`)
  return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
