/**
 * npm run move -- postgres://USER:PASSWORD@HOST/DATABASE: says what a move of the embedded community into that PostgreSQL
 * takes. With --yes it copies everything, and compares every row.
 */
import { parseArgs } from 'node:util'
import { loadConfig, StartError } from '#server/config.ts'
import { openForCommand } from '#server/platform/database/command-database.ts'
import { isFolderLocked } from '#server/platform/database/lock.ts'
import {
  checkTarget,
  expectedSeconds,
  moveCommunity,
  type Move,
  type MoveReport,
} from '#server/platform/move/move-community.ts'

const USAGE = `Usage:
  npm run move -- postgres://counterpart:PASSWORD@db.example.org/counterpart
  npm run move -- postgres://counterpart:PASSWORD@db.example.org/counterpart --yes`
const LISTED = 20

const minutes = (seconds: number) => (seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`)
const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en-US')} MB`

function printReport({ is_complete, differences, tables, sequences, seconds, file }: MoveReport, lines: string[]) {
  const rows = tables.reduce((sum, { source }) => sum + source.rows, 0)
  console.log(
    `${tables.length} tables with ${rows.toLocaleString('en-US')} rows and ${sequences} sequences compared, ${seconds} seconds. Report: ${file}`,
  )
  if (is_complete) return console.log(lines.join('\n'))
  console.log(differences.slice(0, LISTED).join('\n'))
  console.log(
    'The copy differs, so it was not kept. The embedded database is as it was: start it, find out what wrote to it, and move again into a new, empty database.',
  )
  process.exitCode = 1
}

async function move(url: string, isAgreed: boolean) {
  const config = loadConfig(process.env)
  if (!config.embedded)
    throw new StartError(
      'DATABASE_URL is set, so this community is not in the embedded database. Unset it for the move.',
    )
  const target = loadConfig({ ...process.env, DATABASE_URL: url }).DATABASE_URL!
  const isRunning = isFolderLocked(config.dataDir)
  const { pool, connection, close } = await openForCommand(config, console.error)
  try {
    const { bytes, seconds } = await expectedSeconds(pool)
    const plan: Move = {
      source: connection,
      target: { connectionString: target },
      dataDir: config.dataDir,
      notice: console.error,
    }
    console.log(
      `The community has ${megabytes(bytes)} in its database. Expect it to be closed for about ${minutes(seconds)}.`,
    )
    await checkTarget(plan)
    if (!isAgreed || isRunning) {
      console.log(
        `The new database can be used. ${isRunning ? 'Stop the server, then run' : 'Run'} this again with --yes.`,
      )
      if (isAgreed) process.exitCode = 1
      return
    }
    printReport(await moveCommunity(plan), [
      'The community is in the new database. Start the server with the same settings and files, and with:',
      `DATABASE_URL=${target}`,
      ...(config.demo ? ['DEMO=on'] : []),
      'The embedded database stays as it was. Delete it when you have a backup of the new one.',
    ])
  } finally {
    await close()
  }
}

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { yes: { type: 'boolean' } } })
  const [url, ...rest] = positionals
  if (!url || rest.length > 0) throw new StartError(USAGE)
  await move(url, values.yes === true)
} catch (error) {
  const { code = '', message } = error as { code?: string; message: string }
  // Of a database that ends the copy only its own words are of use.
  const isExpected = error instanceof StartError || code.startsWith('ERR_PARSE_ARGS')
  console.error(isExpected ? message : `The move stopped: ${message}. The embedded database is as it was.`)
  process.exit(1)
}
