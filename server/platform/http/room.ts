/** Whether there is room to write: what the disk of the data folder says, and what has failed a moment ago. */
import { statfs } from 'node:fs/promises'

/** Enough to answer, to log and to stop cleanly. */
const SPARE_BYTES = 64 * 1024 * 1024
/** The database may lie on another disk, of which only its refusals tell. */
const REMEMBERED_MS = 60_000

export interface Room {
  /** Something could not be written for want of room. */
  missed(): void
  isLeft(): Promise<boolean>
}

export function makeRoom(folder: string, spareBytes = SPARE_BYTES): Room {
  let missedAt = -Infinity
  return {
    missed: () => void (missedAt = Date.now()),
    async isLeft() {
      if (Date.now() - missedAt < REMEMBERED_MS) return false
      const disk = await statfs(folder).catch(() => undefined)
      return disk === undefined || disk.bavail * disk.bsize >= spareBytes
    },
  }
}
