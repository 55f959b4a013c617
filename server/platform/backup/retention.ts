/**
 * What is kept: everything that is needed to restore any moment of the last days, and never less than the newest
 * backup.
 */
import { removeOldFiles, type Manifest, type Place } from './file-copies.ts'
import { namesIn, openJson, removeFrom } from './sealed.ts'
import { backupsIn, type Meta } from './take-backup.ts'
import { lsnOf, segmentAt, walFolder } from './wal.ts'

const DAY_MS = 86_400_000

interface Backup {
  name: string
  meta: Meta
}

/** The backups of the last days, and the one before them: the first of these days is restored from it. */
export function keptBackups(backups: readonly Backup[], days: number, now = Date.now()): Backup[] {
  const from = now - days * DAY_MS
  const isYoung = ({ meta }: Backup) => Date.parse(meta.finished_at) >= from
  const before = backups.filter((each) => !isYoung(each)).at(-1)
  return [...(before ? [before] : []), ...backups.filter(isYoung)]
}

/** Whether a kept backup of the same database and timeline begins at or before this segment. */
const isNeeded = (name: string, kept: readonly Backup[]) =>
  kept.some(
    ({ meta: { log } }) =>
      log &&
      name.startsWith(walFolder(log)) &&
      name.slice(walFolder(log).length) >= segmentAt(log.timeline, lsnOf(log.start_lsn)),
  )

export async function removeOld(place: Place, days: number): Promise<{ backups: number; files: number; log: number }> {
  const { destination, keys } = place
  const backups = await backupsIn(place)
  const kept = keptBackups(backups, days)
  const old = backups.filter((each) => !kept.includes(each))
  const oldest = new Date(Date.now() - days * DAY_MS)
  for (const { name } of old) {
    // The description first, so that a backup that is half removed is not offered.
    await removeFrom(destination, `${name}/meta`)
    await removeFrom(destination, `${name}/`)
  }
  let log = 0
  for (const [name, changedAt] of await namesIn(destination, 'wal/'))
    if (/\/[0-9A-F]{24}$/.test(name) && !isNeeded(name, kept) && changedAt < oldest) {
      await removeFrom(destination, name)
      log += 1
    }
  const needed = new Set<string>()
  for (const { name } of kept)
    for (const { key } of (await openJson<Manifest>(destination, keys, `${name}/manifest`)).files) needed.add(key)
  return { backups: old.length, log, files: await removeOldFiles(place, needed, days) }
}
