/**
 * npm run restore -- from DIR|s3://BUCKET/PREFIX --to FOLDER [--at TIME]: a new data folder with the database at that
 * moment, its files and secrets. Members who were erased since are erased again.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '#server/app.ts'
import { loadConfig, StartError, type Config } from '#server/config.ts'
import { openBackup } from '#server/platform/backup/backups.ts'
import { restore, type Outcome } from '#server/platform/backup/restore.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/problems.ts'
import { storesOf } from '#server/platform/storage/open-blobs.ts'

const USAGE = `Usage:
  npm run restore -- from /backup/counterpart --to /var/lib/counterpart-restored
  npm run restore -- from s3://bucket/prefix --to /var/lib/counterpart-restored --at 2027-01-31T03:00:00Z`

/** Before anybody can read: the server is built for its catalogue of personal data, and listens nowhere. */
async function eraseMembers(config: Config) {
  const database = await openDatabase(config, console.error)
  try {
    const application = await buildApp({ ...config, JOBS: 'off' }, database)
    try {
      await application.runJob('accounts:delete-due')
      // They got that email when they left.
      await database.write.query(
        `delete from outgoing_mails where kind = 'left' and created_at > now() - interval '1 hour'`,
      )
    } finally {
      await application.close()
    }
  } finally {
    await database.close()
  }
}

function printOutcome({ backup, files, missing_files: missing, members_to_erase: erased }: Outcome, dataDir: string) {
  console.log(`Restored ${backup} to ${dataDir}: ${files.toLocaleString('en-US')} files.`)
  if (erased > 0) console.log(`${erased} members who had been erased since were erased again.`)
  if (missing.length > 0) {
    console.log(`${missing.length} files are not in the backup:\n${missing.map((key) => `  ${key}`).join('\n')}`)
    process.exitCode = 1
  }
  console.log(`Start the server with DATA_DIR=${dataDir} and without DATABASE_URL.`)
}

async function run(from: string, to: string, at: Date | undefined) {
  const dataDir = path.resolve(to)
  // Of the settings only the key and the buckets matter; the new folder has a database of its own.
  const config = loadConfig({
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: undefined,
    DEMO: 'off',
    REDIS_URL: undefined,
  })
  const outcome = await restore(openBackup(config, from), { at, dataDir, store: storesOf(config).main })
  if (outcome.members_to_erase > 0) await eraseMembers(config)
  printOutcome(outcome, dataDir)
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, at: { type: 'string' } },
  })
  const [word, from] = positionals
  if (word !== 'from' || !from || !values.to) throw new StartError(USAGE)
  const at = values.at === undefined ? undefined : new Date(values.at)
  if (at && Number.isNaN(at.getTime())) throw new StartError('--at must be a time such as 2027-01-31T03:00:00Z.')
  await run(from, values.to, at)
} catch (error) {
  const isExpected = error instanceof StartError || error instanceof Problem
  if (!isExpected && !(error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) throw error
  console.error((error as Error).message)
  process.exit(1)
}
