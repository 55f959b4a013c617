/**
 * Reads and writes ZIP archives in memory. An entry may not unpack to more than it declares, and all together not to
 * more than the limit. What is written has no times, no extra fields and no comments.
 */
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { Unreadable } from '../unreadable.ts'

const ENTRIES = 10_000
const UNPACKED_BYTES = 96_000_000
const END_BYTES = 22
/** Of zlib; one chunk of the right size saves copying. */
const SMALLEST_CHUNK = 64
const STORED = 0
const DEFLATED = 8
/** 1 January 1980, the earliest date that ZIP knows. */
const NO_DATE = 0x21
const UTF8_NAMES = 0x08_00
/** Compressed already, or required to be stored. */
const NOT_COMPRESSIBLE = /(\.(png|jpe?g|gif|webp|wdp|odttf)|^mimetype)$/i

export type Entries = Map<string, Uint8Array>

/** The unpacked entries by name, without folders. */
export async function unpack(bytes: Uint8Array): Promise<Entries> {
  const zip = await fromBufferPromise(wholeArchive(bytes)).catch(() => {
    throw new Unreadable('broken')
  })
  if (zip.entryCount > ENTRIES) throw new Unreadable('unpacks_too_much')
  const listed = await entriesOf(zip)
  if (listed.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > UNPACKED_BYTES)
    throw new Unreadable('unpacks_too_much')
  const entries: Entries = new Map()
  for (const entry of listed) {
    if (entry.fileName.endsWith('/')) continue
    if (entries.has(entry.fileName)) throw new Unreadable('broken')
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    entries.set(entry.fileName, inflated(entry, bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize)))
  }
  return entries
}

/** Some programs write a byte too many after the end, which Word does not mind. */
function wholeArchive(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = buffer.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0 || end + END_BYTES > buffer.length) return buffer
  return buffer.subarray(0, end + END_BYTES + buffer.readUInt16LE(end + 20))
}

/** Also rejects names that leave the archive (“../x”). */
function entriesOf(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const listed: Entry[] = []
    zip.on('error', () => reject(new Unreadable('broken')))
    zip.on('entry', (entry: Entry) => {
      listed.push(entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(listed))
    zip.readEntry()
  })
}

function inflated(entry: Entry, packed: Uint8Array): Uint8Array {
  if (entry.isEncrypted()) throw new Unreadable('encrypted')
  if (packed.length !== entry.compressedSize) throw new Unreadable('broken')
  if (entry.compressionMethod === STORED) return packed
  if (entry.compressionMethod !== DEFLATED) throw new Unreadable('unsupported')
  if (entry.uncompressedSize === 0) return new Uint8Array(0)
  try {
    return inflateRawSync(packed, {
      maxOutputLength: entry.uncompressedSize,
      chunkSize: Math.max(SMALLEST_CHUNK, entry.uncompressedSize),
    })
  } catch (error) {
    const isLie = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new Unreadable(isLie ? 'unpacks_too_much' : 'broken')
  }
}

export function pack(entries: Iterable<readonly [string, Uint8Array]>): Uint8Array {
  const chunks: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const [name, bytes] of entries) {
    const isPacked = !NOT_COMPRESSIBLE.test(name) && bytes.length > 0
    const body = isPacked ? deflateRawSync(bytes, { chunkSize: Math.max(SMALLEST_CHUNK, bytes.length >> 1) }) : bytes
    const label = Buffer.from(name, 'utf8')
    const facts = factsOf({ method: isPacked ? DEFLATED : STORED, bytes, packed: body.length, name: label.length })
    const head = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), facts, label])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), facts, rest, label]))
    chunks.push(head, body)
    at += head.length + body.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...chunks, ...directory, end])
}

/** The fields that the local header and the directory share. */
function factsOf({ method, bytes, packed, name }: { method: number; bytes: Uint8Array; packed: number; name: number }) {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(UTF8_NAMES, 2)
  facts.writeUInt16LE(method, 4)
  facts.writeUInt16LE(NO_DATE, 8)
  facts.writeUInt32LE(crc32(bytes), 10)
  facts.writeUInt32LE(packed, 14)
  facts.writeUInt32LE(bytes.length, 18)
  facts.writeUInt16LE(name, 22)
  return facts
}
