/**
 * Files that the server stores are readable only by its own user, even if an earlier version created them otherwise.
 */
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

export const FOLDER_MODE = 0o700
export const FILE_MODE = 0o600
/** Can be entered but not listed: for a data folder through which another user reaches its own folder. */
const PASSAGE_MODE = 0o711
const BITS = 0o777

/** Mode of a new data folder. If we are root, PostgreSQL runs as another user and must pass through it. */
const newDataFolderMode = () => (process.getuid?.() === 0 ? PASSAGE_MODE : FOLDER_MODE)

/** Creates the data folder and its parents if missing. Sets the mode afterwards, so the umask does not apply. */
export function makeDataFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) chmodSync(made, newDataFolderMode())
}

interface Kept {
  /** The database folders, which belong to another user and are kept private by it. */
  except?: readonly string[]
  /** Whether that user must pass through this folder. */
  isPassed?: boolean
}

/** Creates the data folder if needed, and makes it and everything in it private. */
export function closeDataFolder(folder: string, { except = [], isPassed = false }: Kept = {}): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  setMode(folder, isPassed ? PASSAGE_MODE : FOLDER_MODE)
  for (const name of readdirSync(folder)) if (!except.includes(name)) close(path.join(folder, name))
}

/** A folder that is already private contains only private files, so it is skipped. */
function close(place: string): void {
  const found = lstatSync(place, { throwIfNoEntry: false })
  if (found?.isFile()) return setMode(place, FILE_MODE)
  if (!found?.isDirectory() || (found.mode & BITS) === FOLDER_MODE) return
  for (const name of readdirSync(place)) close(path.join(place, name))
  // Set the folder's mode last, so that an interrupted run is repeated.
  setMode(place, FOLDER_MODE)
}

function setMode(place: string, mode: number): void {
  const found = lstatSync(place, { throwIfNoEntry: false })
  if (!found || (found.mode & BITS) === mode) return
  // Only the owner can change the mode of a folder.
  if (process.getuid && process.getuid() !== 0 && found.uid !== process.getuid()) return
  chmodSync(place, mode)
}
