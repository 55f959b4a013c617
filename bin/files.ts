/**
 * npm run files -- copy: copies the files of FILES_OTHER_URL into FILES_URL, while members go on.
 * npm run files -- verify: reads every file and compares it with its SHA-256.
 * npm run files -- orphans [--remove]: lists, or removes, files that nothing refers to.
 */
import { parseArgs } from 'node:util'
import { counted } from '#shared/kit/text.ts'
import { loadConfig, StartError, type Config } from '#server/config.ts'
import type { Store } from '#server/platform/blobs.ts'
import { openForCommand, type CommandDatabase } from '#server/platform/database/command-database.ts'
import { Problem } from '#server/platform/problems.ts'
import { copyFiles, findOrphans, removeOrphans, verifyFiles } from '#server/platform/storage/keep-files.ts'
import { requireBuckets, storesOf } from '#server/platform/storage/open-blobs.ts'

const USAGE = `Usage:
  npm run files -- copy
  npm run files -- verify
  npm run files -- orphans [--remove]`

const files = (count: number) => counted(count, 'file')
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`
const listed = (keys: readonly string[]) => keys.map((key) => `  ${key}`)

/** Prints the files that need attention. The command then ends with 1. */
function report(problems: Record<string, readonly string[]>) {
  for (const [what, keys] of Object.entries(problems))
    if (keys.length > 0) {
      console.log([`${files(keys.length)} ${what}:`, ...listed(keys)].join('\n'))
      process.exitCode = 1
    }
}

function counter() {
  let counted = 0
  return () => {
    counted += 1
    if (counted % 1_000 === 0) console.error(`${files(counted)} so far`)
  }
}

async function copy({ pool }: CommandDatabase, { main, other }: { main: Store; other: Store | undefined }) {
  if (!other)
    throw new StartError('Set FILES_OTHER_URL to the store that the files are in now, and restart the server.')
  const done = await copyFiles(pool, other, main, counter())
  console.log(
    `${files(done.copied)} (${megabytes(done.bytes)}) copied from ${other.name} to ${main.name} and compared, ${files(done.present)} there already.`,
  )
  report({ 'missing in both stores': done.missing, 'damaged, not copied': done.damaged })
}

async function verify({ pool }: CommandDatabase, store: Store) {
  const found = await verifyFiles(pool, store, counter())
  console.log(`${files(found.good)} (${megabytes(found.bytes)} read) in ${store.name} are as they were stored.`)
  if (found.unknown > 0) console.log(`${files(found.unknown)} of an earlier version can be read, but have no SHA-256.`)
  report({ missing: found.missing, damaged: found.damaged })
}

async function orphans({ pool }: CommandDatabase, store: Store, isRemoved: boolean) {
  const found = await findOrphans(pool, store)
  const bytes = found.reduce((sum, { size }) => sum + size, 0)
  console.log(
    `${files(found.length)} (${megabytes(bytes)}) in ${store.name} belong to nothing and are older than a day.`,
  )
  if (isRemoved) console.log(`${files(await removeOrphans(pool, store, found))} removed.`)
  else if (found.length > 0)
    console.log([...listed(found.map(({ key }) => key)), 'Remove them with --remove.'].join('\n'))
}

async function run(config: Config, command: string | undefined, isRemoved: boolean) {
  if (!['copy', 'verify', 'orphans'].includes(command ?? '')) throw new StartError(USAGE)
  await requireBuckets(config)
  const stores = storesOf(config)
  const database = await openForCommand(config, console.error)
  try {
    if (command === 'copy') await copy(database, stores)
    else if (command === 'verify') await verify(database, stores.main)
    else await orphans(database, stores.main, isRemoved)
  } finally {
    await database.close()
  }
}

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { remove: { type: 'boolean' } } })
  await run(loadConfig(process.env), positionals[0], values.remove ?? false)
} catch (error) {
  const isExpected = error instanceof StartError || error instanceof Problem
  if (!isExpected && !(error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) throw error
  console.error((error as Error).message)
  process.exit(1)
}
