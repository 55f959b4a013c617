/** Whether there is disk space to write: the free space of the data folder, and whether a write failed recently. */
import { statfs } from 'node:fs/promises'

/** Enough to respond, to log and to stop cleanly. */
const SPARE_BYTES = 64 * 1024 * 1024
/** The database may be on another disk, whose free space only its errors reveal. */
const REMEMBERED_MS = 60_000

export interface Room {
  /** Call when a write failed for lack of disk space. */
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
