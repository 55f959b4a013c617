/** Where and with which key this installation is backed up, and the whole of a backup: made, restored, compared, kept. */
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartError, type Config } from '#server/config.ts'
import { recordProof } from './backup.sql.ts'
import type { Place } from './file-copies.ts'
import { proveBackup, reportText, type Report } from './prove.ts'
import { removeOld } from './retention.ts'
import { keysOf } from './sealed.ts'
import { takeBackup, type Source } from './take-backup.ts'
import { openDestination } from './backup-destination.ts'

const KEY_BYTES = 32

function masterKey(config: Config, place: string): Buffer {
  const file = config.BACKUP_KEY_FILE
  if (file && path.resolve(file).startsWith(path.resolve(place) + path.sep))
    throw new StartError(
      'BACKUP_KEY_FILE is in the backup. Keep the key elsewhere: anyone who has both can read everything.',
    )
  if (file && !statSync(file, { throwIfNoEntry: false })) throw new StartError(`There is no key in ${file}.`)
  const text = config.BACKUP_KEY ?? (file && readFileSync(file, 'utf8').trim())
  if (!text)
    throw new StartError(
      'Set BACKUP_KEY or BACKUP_KEY_FILE. Make a key with: npm run backup -- key. Keep a copy elsewhere.',
    )
  const key = Buffer.from(text, 'base64')
  if (key.length !== KEY_BYTES)
    throw new StartError('The backup key must be 32 bytes in base64, as npm run backup -- key prints it.')
  return key
}

/** `place` overrides BACKUP_URL. */
export function openBackup(config: Config, place: string | undefined = config.BACKUP_URL): Place {
  if (!place) throw new StartError('Say where the backup is: a folder, or a bucket as s3://bucket/prefix.')
  return { keys: keysOf(masterKey(config, place)), destination: openDestination(config, place) }
}

/** Removes old backups only if the new one is proven. */
export async function backUp(place: Place, source: Source): Promise<Report> {
  const keepsLog = source.config.embedded && place.destination.place === openedUrl(source.config)
  const taken = await takeBackup(place, source, { keepsLog })
  const report = await proveBackup(place, taken)
  const name = `reports/${taken.name.slice('backups/'.length)}`
  await place.destination.put(`${name}.json`, Buffer.from(`${JSON.stringify(report, null, 2)}\n`))
  await place.destination.put(`${name}.txt`, Buffer.from(reportText(report)))
  await source.pool.query(recordProof({ id: taken.meta.id, differences: report.differences.length }))
  if (report.is_proven) await removeOld(place, source.config.BACKUP_DAYS)
  return report
}

/** As destinations name their place. */
const openedUrl = ({ BACKUP_URL: url }: Config) => (url?.startsWith('s3:') || !url ? url : path.resolve(url))
