/**
 * npm run backup -- to DIR|s3://BUCKET/PREFIX: backs up, restores the backup into a temporary database, compares, reports.
 * npm run backup -- key: prints a new key. npm run backup -- list DIR: what can be restored.
 */
import { randomBytes } from 'node:crypto'
import { loadConfig, StartError, type Config } from '#server/config.ts'
import { backUp, openBackup } from '#server/platform/backup/backups.ts'
import { reportText } from '#server/platform/backup/prove.ts'
import { backupsIn } from '#server/platform/backup/take-backup.ts'
import { openForCommand } from '#server/platform/database/command-database.ts'
import { Problem } from '#server/platform/problems.ts'
import { openBlobs } from '#server/platform/storage/open-blobs.ts'

const USAGE = `Usage:
  npm run backup -- key
  npm run backup -- to /backup/counterpart
  npm run backup -- to s3://bucket/prefix
  npm run backup -- list /backup/counterpart`

async function back(config: Config, to: string) {
  const place = openBackup(config, to)
  const { pool, connection, close } = await openForCommand(config, console.error)
  try {
    const report = await backUp(place, { config, pool, connection, blobs: openBlobs(config) })
    console.log(reportText(report))
    if (!report.is_proven) process.exitCode = 1
  } finally {
    await close()
  }
}

async function list(config: Config, at: string) {
  for (const { name, meta } of await backupsIn(openBackup(config, at)))
    console.log(`${meta.finished_at}  ${meta.kind}  ${name}  Counterpart ${meta.version} (${meta.migration})`)
}

try {
  const [command, place, ...rest] = process.argv.slice(2)
  if (rest.length > 0) throw new StartError(USAGE)
  if (command === 'key') console.log(randomBytes(32).toString('base64'))
  else if (command === 'to' && place) await back(loadConfig(process.env), place)
  else if (command === 'list' && place) await list(loadConfig(process.env), place)
  else throw new StartError(USAGE)
} catch (error) {
  if (!(error instanceof StartError) && !(error instanceof Problem)) throw error
  console.error(error.message)
  process.exit(1)
}
