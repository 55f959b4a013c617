/** Whether there is disk space to write: the free space of the data folder, and whether a write failed recently. */
import { statfs } from 'node:fs/promises'
import { problem, type Problem } from '#server/platform/problems.ts'

/**
 * Left for what can't be refused: sessions, jobs, and the log of the embedded database, which ends, reads included, when
 * it has no room for that. Of a small disk a twentieth.
 */
const SPARE_BYTES = 64 * 1024 * 1024
const SPARE_SHARE = 0.05
/** The database may be on another disk, whose free space only its errors reveal. */
const REMEMBERED_MS = 60_000
const FREE_EVERY_MS = 60_000

export const NO_ROOM_SENTENCE =
  'We can’t save anything right now because storage is full. You can keep reading, and what you wrote is still here. Try again later.'
const noRoom = (): Problem => problem('no_room', { message: NO_ROOM_SENTENCE, status: 503 })
export const noRoomForFile = (): Problem =>
  problem('uploads.no_room', {
    message: 'File storage is full right now. Your text is safe; post without the file, or try again later.',
    status: 503,
  })

export interface Room {
  /** Call when a write failed for lack of disk space. */
  missed(): void
  isLeft(): Promise<boolean>
  /** Throws if a change, or a file of this size, would use the spare room. */
  require(change: { fileBytes: number | undefined }): Promise<void>
}

interface Options {
  folder: string
  /** The database is embedded, and so in this folder. */
  hasDatabase: boolean
  /** Lets the database give back what it can; called at most once a minute while too little is left. */
  free: () => void
}

export function makeRoom({ folder, hasDatabase, free }: Options): Room {
  let missedAt = -Infinity
  let freedAt = -Infinity
  const hasSpare = async (fileBytes = 0) => {
    const disk = await statfs(folder).catch(() => undefined)
    if (!disk) return true
    const spare = Math.min(SPARE_BYTES, disk.blocks * disk.bsize * SPARE_SHARE)
    if (disk.bavail * disk.bsize - fileBytes >= spare) return true
    if (hasDatabase && Date.now() - freedAt >= FREE_EVERY_MS) {
      freedAt = Date.now()
      free()
    }
    return false
  }
  return {
    missed: () => void (missedAt = Date.now()),
    isLeft: async () => Date.now() - missedAt >= REMEMBERED_MS && (await hasSpare()),
    async require({ fileBytes }) {
      const isFile = fileBytes !== undefined
      if ((isFile || hasDatabase) && !(await hasSpare(fileBytes))) throw isFile ? noRoomForFile() : noRoom()
    },
  }
}
