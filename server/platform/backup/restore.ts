/** From a backup to a new data folder: the database at a moment, its files, its secrets. */
import { mkdirSync, readdirSync } from 'node:fs'
import pg from 'pg'
import { StartError } from '#server/config.ts'
import type { Store } from '#server/platform/blobs.ts'
import { makeDataFolder } from '#server/platform/private-files.ts'
import { eraseAgain, erasedIn } from './erased.ts'
import { restoreFiles, type Place } from './file-copies.ts'
import { openJson } from './sealed.ts'
import { restoreDatabase, restoreSecrets } from './restore-cluster.ts'
import { backupsIn, type Meta } from './take-backup.ts'
import { walFolder } from './wal.ts'

interface Chosen {
  name: string
  meta: Meta
}

/** The newest backup that was complete at this moment. Throws a StartError that says which moments there are. */
export async function chooseBackup(place: Place, at: Date | undefined): Promise<Chosen> {
  const backups = await backupsIn(place)
  const chosen = backups.filter(({ meta }) => !at || Date.parse(meta.finished_at) <= at.getTime()).at(-1)
  if (!chosen) throw new StartError(`The oldest moment in this backup is ${backups[0]!.meta.finished_at}.`)
  if (!at) return chosen
  if (chosen.meta.kind === 'dump')
    throw new StartError(
      `Backups of an own PostgreSQL have no moments in between. Leave out --at to restore that of ${chosen.meta.finished_at}.`,
    )
  const { through } = await openJson<{ through: string }>(
    place.destination,
    place.keys,
    `${walFolder(chosen.meta.log!)}state`,
  )
  if (at.getTime() > Date.parse(through)) throw new StartError(`The newest moment in this backup is ${through}.`)
  return chosen
}

export interface Outcome {
  backup: string
  files: number
  missing_files: string[]
  members_to_erase: number
}

interface Options {
  at: Date | undefined
  dataDir: string
  /** Of the new data folder, or a bucket. */
  store: Store
  onFile?: () => void
}

/** The database is stopped again at the end; erasures that were requested are carried out by the caller. */
export async function restore(place: Place, { at, dataDir, store, onFile }: Options): Promise<Outcome> {
  makeDataFolder(dataDir)
  mkdirSync(dataDir, { recursive: true })
  if (readdirSync(dataDir).length > 0)
    throw new StartError(`${dataDir} isn’t empty. Restore into a new folder, and keep this one until you are sure.`)
  const chosen = await chooseBackup(place, at)
  const { embedded, connection } = await restoreDatabase(place, { ...chosen, dataDir, target: at ? { at } : {} })
  try {
    const pool = new pg.Pool({ ...connection, max: 2 })
    pool.on('error', () => {})
    try {
      await restoreSecrets(place, chosen.name, dataDir)
      const files = await restoreFiles(place, { pool, store, ...(onFile && { onFile }) })
      const members = await eraseAgain(pool, await erasedIn(place))
      return {
        backup: chosen.name,
        files: files.restored,
        missing_files: files.missing,
        members_to_erase: members,
      }
    } finally {
      await pool.end()
    }
  } finally {
    await embedded.stop()
  }
}
