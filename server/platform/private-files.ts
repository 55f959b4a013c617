/** What the server keeps on disk is read by its own user alone, however an earlier version left it. */
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

export const FOLDER_MODE = 0o700
export const FILE_MODE = 0o600
/** May be entered and not listed: for a data folder through which another user reaches a folder of its own. */
const PASSAGE_MODE = 0o711
const BITS = 0o777

/** Of a data folder that is made: as root, through it PostgreSQL, which runs as another user, reaches its own. */
const newDataFolderMode = () => (process.getuid?.() === 0 ? PASSAGE_MODE : FOLDER_MODE)

/** Makes the data folder where there is none, with the folders above it. The mode is set after, past the umask. */
export function makeDataFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) chmodSync(made, newDataFolderMode())
}

interface Kept {
  /** The database, in folders of its own user, who keeps them closed. */
  except?: readonly string[]
  /** Whether that user must pass through here. */
  isPassed?: boolean
}

/** Makes the data folder, and closes it and everything in it to others. */
export function closeDataFolder(folder: string, { except = [], isPassed = false }: Kept = {}): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  setMode(folder, isPassed ? PASSAGE_MODE : FOLDER_MODE)
  for (const name of readdirSync(folder)) if (!except.includes(name)) close(path.join(folder, name))
}

/** What stands in a folder that was closed already was written closed. */
function close(place: string): void {
  const found = lstatSync(place, { throwIfNoEntry: false })
  if (found?.isFile()) return setMode(place, FILE_MODE)
  if (!found?.isDirectory() || (found.mode & BITS) === FOLDER_MODE) return
  for (const name of readdirSync(place)) close(path.join(place, name))
  // The last, so that what is interrupted is done again.
  setMode(place, FOLDER_MODE)
}

function setMode(place: string, mode: number): void {
  const found = lstatSync(place, { throwIfNoEntry: false })
  if (!found || (found.mode & BITS) === mode) return
  // A folder that somebody else owns is theirs to close.
  if (process.getuid && process.getuid() !== 0 && found.uid !== process.getuid()) return
  chmodSync(place, mode)
}
