/** npm run import -- mbox FILE --network SLUG [--report FILE]: brings a mailing-list archive into a network. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'

import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { loadConfig, StartError } from '#server/config.ts'
import { importArchive, NotAnMbox, openReportFile, reportText, type ImportReport } from '#server/features/mail/index.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/problems.ts'

const USAGE = `Usage: npm run import -- mbox FILE --network SLUG [--report FILE.json or FILE.csv]
FILE is an mbox, also with .gz; - reads from standard input: xzcat list.mbox.xz | npm run import -- mbox - --network SLUG`

interface Order {
  file: string
  network: string
  report: string | undefined
}

try {
  await run(readOrder(process.argv.slice(2)))
} catch (error) {
  const isExpected = error instanceof StartError || error instanceof Problem || error instanceof NotAnMbox
  console.error(isExpected ? error.message : error)
  process.exit(1)
}

function readOrder(parameters: string[]): Order {
  const options = { network: { type: 'string' }, report: { type: 'string' } } as const
  try {
    const { values, positionals } = parseArgs({ args: parameters, options, allowPositionals: true })
    const [kind, file, ...rest] = positionals
    if (kind !== 'mbox' || !file || rest.length > 0 || !values.network) throw new StartError(USAGE)
    return { file, network: values.network, report: values.report }
  } catch (error) {
    throw new StartError(error instanceof StartError ? USAGE : `${(error as Error).message}\n${USAGE}`)
  }
}

async function run({ file, network, report }: Order): Promise<void> {
  const size = file === '-' ? null : await sizeOf(file)
  const config = loadConfig(process.env)
  const reportFile =
    report === undefined
      ? undefined
      : await openReportFile(report).catch((error: Error) => {
          throw new StartError(`The report ${report} cannot be written: ${error.message}`)
        })
  const database = await openDatabase(config, console.error)
  try {
    const progress = progressLine(size)
    const blobs = localBlobs(path.join(config.dataDir, 'files'))
    const done = await importArchive(database.write, blobs, readArchive(file, progress.read), {
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

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null)
  if (!found) throw new StartError(`There is no file ${file}.`)
  if (!found.isFile()) throw new StartError(`${file} is not a file.`)
  if (/\.(xz|bz2|zst|zip|7z)$/i.test(file))
    throw new StartError(
      `${file} is compressed. Unpack it on the way: xzcat ${file} | npm run import -- mbox - --network SLUG`,
    )
  return found.size
}

async function* readArchive(file: string, read: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const source = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1024 * 1024 })
  const counted = async function* () {
    for await (const bytes of source as AsyncIterable<Buffer>) {
      read(bytes.length)
      yield bytes
    }
  }
  if (!/\.gz$/i.test(file)) return yield* counted()
  const unpacked = createGunzip()
  // Heard below, where the archive is read.
  unpacked.on('error', () => {})
  Readable.from(counted())
    .on('error', (error) => unpacked.destroy(error))
    .pipe(unpacked)
  try {
    yield* unpacked
  } catch (error) {
    throw new StartError(
      `${file} cannot be unpacked: ${(error as Error).message}. Get a whole copy and run this again; nothing is taken twice.`,
    )
  }
}

/** A bar on a terminal; elsewhere a plain line now and then. */
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
      const text = `${isTerminal ? bar : ''}${messages.toLocaleString('en-US')} messages read, ${(taken + joined).toLocaleString('en-US')} taken, ${Math.round((now - began) / 1000)} s`
      process.stderr.write(isTerminal ? `\r\x1b[K${text}` : `${text}\n`)
    },
    end: () => void (isTerminal && process.stderr.write('\r\x1b[K')),
  }
}
