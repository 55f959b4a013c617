/**
 * npm run import -- mbox | experts | members FILE …: imports a mail archive, a table of experts or a table of members.
 */
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { loadConfig, StartError } from '#server/config.ts'
import { importMembers } from '#server/features/accounts/index.ts'
import { importExperts } from '#server/features/experts/index.ts'
import { archives, importArchive, openReportFile, reportText, type ImportReport } from '#server/features/mail/index.ts'
import { openBlobs } from '#server/platform/storage/open-blobs.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { supportEmail } from '#server/platform/http/web.ts'
import { resultText } from '#server/platform/imports/imports.ts'
import { Problem } from '#server/platform/problems.ts'
import { postgresBus } from '#server/platform/signals/bus.ts'

const USAGE =
  'Usage: npm run import -- mbox FILE --network SLUG [--report FILE.json or FILE.csv]\n       npm run import -- experts FILE.csv [--network SLUG …] [--dry-run]\n       npm run import -- members FILE.csv [--dry-run]\nFILE is an mbox, an email, a Maildir or a folder of them, also in gzip, xz, zip or tar; - reads from standard input\nexperts has the columns type, name, company, website, about, tag_line, categories, geographies, price; separate several values with ;\nmembers has the columns email, first_name, last_name, network, note; each person is sent an invitation.'

interface Order {
  kind: 'mbox' | 'experts' | 'members'
  file: string
  networks: string[]
  report: string | undefined
  isDryRun: boolean
}

try {
  const order = readOrder(process.argv.slice(2))
  await (order.kind === 'mbox' ? run(order) : runTable(order))
} catch (error) {
  const isExpected = error instanceof StartError || error instanceof Problem || archives.isUnreadable(error)
  console.error(isExpected ? (error as Error).message : error)
  process.exit(1)
}

function readOrder(parameters: string[]): Order {
  const options = {
    network: { type: 'string', multiple: true },
    report: { type: 'string' },
    'dry-run': { type: 'boolean' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args: parameters, options, allowPositionals: true })
    const [kind, file, ...rest] = positionals
    const { network: networks = [], report, 'dry-run': isDryRun = false } = values
    if (!file || rest.length > 0) throw new StartError(USAGE)
    if (kind === 'mbox' && networks.length === 1 && !isDryRun) return { kind, file, networks, report, isDryRun }
    if (kind === 'experts' && report === undefined) return { kind, file, networks, report, isDryRun }
    if (kind === 'members' && report === undefined && networks.length === 0)
      return { kind, file, networks, report, isDryRun }
    throw new StartError(USAGE)
  } catch (error) {
    throw new StartError(error instanceof StartError ? USAGE : `${(error as Error).message}\n${USAGE}`)
  }
}

/** Imports a table in one transaction and lists every refused row. */
async function runTable({ kind, file, networks, isDryRun }: Order): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartError(`Can’t read the file ${file}.`)
  })
  const config = loadConfig(process.env)
  const database = await openDatabase(config, console.error)
  const bus = await postgresBus(database.connect, database.write)
  try {
    const letterhead = {
      publicUrl: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
      supportEmail: (theme: string | null) => supportEmail(config, theme),
    }
    const result =
      kind === 'experts'
        ? await importExperts(database.write, bus, { text, isDryRun, networks })
        : await importMembers(database.write, bus, { text, isDryRun, letterhead })
    console.log(resultText(result))
    if (result.refused.length > 0) process.exitCode = 1
  } finally {
    await bus.close()
    await database.close()
  }
}

async function run({ file, networks, report }: Order): Promise<void> {
  const network = networks[0]!
  const size = file === '-' ? null : await sizeOf(file)
  const config = loadConfig(process.env)
  const reportFile =
    report === undefined
      ? undefined
      : await openReportFile(report).catch((error: Error) => {
          throw new StartError(`Can’t write the report ${report}: ${error.message}`)
        })
  const database = await openDatabase(config, console.error)
  try {
    const progress = progressLine(size)
    const blobs = openBlobs(config)
    const done = await importArchive(database.write, blobs, entriesOf(file, progress.read), {
      network,
      onProgress: progress.show,
      onOutcome: (outcome) => reportFile?.add(outcome),
    }).finally(progress.end)
    console.log(reportText(done))
    if (report !== undefined) console.log(`Every message is listed in ${report}.`)
  } finally {
    await reportFile?.close()
    await database.close()
  }
}

async function sizeOf(file: string): Promise<number | null> {
  const found = await stat(file).catch(() => null)
  if (!found) throw new StartError(`File not found: ${file}.`)
  return found.isFile() ? found.size : null
}

/** A folder is a Maildir, or has archives in it. */
async function* entriesOf(file: string, read: (bytes: number) => void) {
  if (file !== '-' && (await stat(file)).isDirectory()) return yield* archives.readFolder(file)
  const source = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1024 * 1024 })
  const counted = async function* () {
    for await (const bytes of source as AsyncIterable<Buffer>) {
      read(bytes.length)
      yield bytes
    }
  }
  yield* archives.read(counted())
}

/** A progress bar on a terminal; otherwise a plain line every few seconds. */
function progressLine(size: number | null) {
  const isTerminal = process.stderr.isTTY
  const began = performance.now()
  let bytes = 0
  let shownAt = 0
  return {
    read: (count: number) => void (bytes += count),
    show({ messages, taken, joined }: ImportReport) {
      const now = performance.now()
      if (now - shownAt < (isTerminal ? 100 : 5000)) return
      shownAt = now
      const share = size ? Math.min(1, bytes / size) : null
      const bar =
        share === null ? '' : `${'█'.repeat(Math.round(share * 30)).padEnd(30, '░')} ${Math.round(share * 100)} % · `
      const text = `${isTerminal ? bar : ''}${messages.toLocaleString('en-US')} messages read, ${(taken + joined).toLocaleString('en-US')} imported, ${Math.round((now - began) / 1000)} s`
      process.stderr.write(isTerminal ? `\r\x1b[K${text}` : `${text}\n`)
    },
    end: () => void (isTerminal && process.stderr.write('\r\x1b[K')),
  }
}
