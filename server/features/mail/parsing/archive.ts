/**
 * Reads an archive of emails, whatever it is: an mbox, one email, a Maildir, or any of them in gzip, xz, zip or tar. The
 * first bytes decide, never the name.
 */
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { fromBufferPromise } from 'yauzl'
import { beginsEmail, beginsMbox, NotAnMbox, splitMbox, withoutPreamble, type MboxEntry } from './mbox.ts'

export class BrokenArchive extends Error {}

const cannotUnpack = ({ message }: Error) =>
  new BrokenArchive(
    `This archive can’t be unpacked (${message}). Get a complete copy and import it again; nothing is imported twice.`,
  )

type Chunks = AsyncIterable<Uint8Array>

/** Enough for the mark of a tar, which stands at 257. */
const FIRST_BYTES = 2_000
const TAR_MARK = { at: 257, text: 'ustar' }
/** An archive in an archive, as a Maildir in tar.gz is: more than a few are a trap. */
const DEPTH = 4
/** A zip is read from its end, so it is held in memory. */
const ZIP_BYTES = 1024 * 1024 * 1024
/** What all of it unpacks to at most. */
const UNPACKED_BYTES = 64 * 1024 * 1024 * 1024
const EMAIL_BYTES = 64 * 1024 * 1024

const GZIP = Buffer.from([0x1f, 0x8b])
const XZ = Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00])
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')

/** Rejects with NotAnMbox if there is no email in it, and with BrokenArchive if it cannot be unpacked. */
export async function* readArchive(chunks: Chunks): AsyncGenerator<MboxEntry> {
  yield* readLevel(chunks, { depth: 0, left: UNPACKED_BYTES })
}

/** The emails of a folder: a Maildir, with its folders, or a folder of archives and emails. */
export async function* readFolder(folder: string): AsyncGenerator<MboxEntry> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files
    .filter((file) => file.isFile() && !isOfMailProgram(path.relative(folder, path.join(file.parentPath, file.name))))
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .sort()
  for (const file of paths) yield* others(readArchive(createReadStream(file)))
}

/** Maildir delivers into `tmp`; programs keep indexes beside the emails. */
const isOfMailProgram = (name: string) =>
  path.basename(path.dirname(name)) === 'tmp' || /^(dovecot|\.|maildirfolder$|subscriptions$)/.test(path.basename(name))

interface Level {
  depth: number
  /** Bytes that may still be unpacked, of all levels together. */
  left: number
}

async function* readLevel(chunks: Chunks, level: Level): AsyncGenerator<MboxEntry> {
  if (level.depth > DEPTH)
    throw new BrokenArchive('There are too many archives inside each other. Unpack it and import what is inside.')
  const { first, all } = await peek(chunks)
  const begins = (mark: Buffer) => first.subarray(0, mark.length).equals(mark)
  level.depth += 1
  try {
    if (begins(GZIP)) yield* readLevel(counted(gunzipped(all), level), level)
    else if (begins(XZ)) yield* readLevel(counted(unxzed(all), level), level)
    else if (begins(ZIP)) yield* readZip(all, level)
    else if (first.toString('latin1', TAR_MARK.at, TAR_MARK.at + TAR_MARK.text.length) === TAR_MARK.text)
      yield* readTar(all, level)
    else yield* readPlain(first, all)
  } finally {
    level.depth -= 1
  }
}

async function* readPlain(first: Buffer, all: Chunks): AsyncGenerator<MboxEntry> {
  const start = withoutPreamble(first)
  if (start.length === 0 || beginsMbox(start)) return yield* splitMbox(all)
  if (!beginsEmail(start)) throw new NotAnMbox()
  const { bytes, isCut } = await gathered(all, EMAIL_BYTES)
  yield { fromLine: '', raw: withoutPreamble(bytes), isCut }
}

async function peek(chunks: Chunks): Promise<{ first: Buffer; all: Chunks }> {
  const rest = chunks[Symbol.asyncIterator]()
  let first: Buffer = Buffer.alloc(0)
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    first = Buffer.concat([first, next.value])
    if (first.length >= FIRST_BYTES) break
  }
  const all = async function* () {
    if (first.length > 0) yield first
    yield* { [Symbol.asyncIterator]: () => rest }
  }
  return { first, all: all() }
}

async function* counted(chunks: Chunks, level: Level): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    level.left -= chunk.length
    if (level.left < 0) throw new BrokenArchive('This archive unpacks to more than 64 GB. Import it in parts.')
    yield chunk
  }
}

async function* unpacked(source: Chunks): AsyncGenerator<Uint8Array> {
  try {
    yield* source
  } catch (error) {
    throw cannotUnpack(error as Error)
  }
}

function gunzipped(all: Chunks): Chunks {
  const stream = createGunzip()
  // Handled where it is read.
  stream.on('error', () => {})
  Readable.from(all)
    .on('error', (error) => stream.destroy(error))
    .pipe(stream)
  return unpacked(stream)
}

function unxzed(all: Chunks): Chunks {
  // Loaded only for such an archive, and not by `import`, which does not see what the package exports.
  const { XzReadableStream } = createRequire(import.meta.url)('xz-decompress') as typeof import('xz-decompress')
  const stream = new XzReadableStream(Readable.toWeb(Readable.from(all)) as never)
  return unpacked(stream as unknown as ReadableStream<Uint8Array>)
}

async function gathered(chunks: Chunks, limit: number): Promise<{ bytes: Buffer; isCut: boolean }> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length <= limit) parts.push(chunk)
  }
  return { bytes: Buffer.concat(parts), isCut: length > limit }
}

async function* readZip(all: Chunks, level: Level): AsyncGenerator<MboxEntry> {
  const { bytes, isCut } = await gathered(all, ZIP_BYTES)
  if (isCut) throw new BrokenArchive('A zip can have 1 GB at most. Unpack it and import the folder.')
  const zip = await fromBufferPromise(bytes).catch((error: Error) => Promise.reject(cannotUnpack(error)))
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/') || isOfMailProgram(entry.fileName)) continue
    const stream = await zip.openReadStreamPromise(entry).catch((error: Error) => Promise.reject(cannotUnpack(error)))
    yield* others(readLevel(counted(unpacked(stream), level), level))
  }
}

async function* readTar(all: Chunks, level: Level): AsyncGenerator<MboxEntry> {
  const tar = extract()
  tar.on('error', () => {})
  Readable.from(all)
    .on('error', (error) => tar.destroy(error))
    .pipe(tar)
  for await (const entry of tar) {
    if (entry.header.type === 'file' && !isOfMailProgram(entry.header.name))
      yield* others(readLevel(counted(unpacked(entry as Chunks), level), level))
    entry.resume()
  }
}

/** Of several files, those that are no emails are passed over: an archive may have a README. */
async function* others(entries: AsyncIterable<MboxEntry>): AsyncGenerator<MboxEntry> {
  try {
    yield* entries
  } catch (error) {
    if (!(error instanceof NotAnMbox)) throw error
  }
}

/** What the commands and tests need of it. */
export const archives = {
  read: readArchive,
  readFolder,
  isUnreadable: (error: unknown): error is Error => error instanceof NotAnMbox || error instanceof BrokenArchive,
}
