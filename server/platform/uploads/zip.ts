/** Lists a ZIP's entries without unpacking: Office documents are ZIP archives, and an archive can contain anything. */
import type { FileHandle } from 'node:fs/promises'

const END = 0x06_05_4b_50
const ENTRY = 0x02_01_4b_50
const END_BYTES = 22
const LONGEST_COMMENT = 65_535
const DIRECTORY_BYTES = 4_000_000

/** The names in a file that is exactly one ZIP from the first byte to the last; undefined if it is anything else. */
export async function namesInZip(file: FileHandle, size: number): Promise<string[] | undefined> {
  const tail = await bytesAt(file, Math.max(0, size - END_BYTES - LONGEST_COMMENT), size)
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (at < 0 || at + END_BYTES > tail.length || tail.readUInt32LE(at) !== END) return undefined
  const [length, from] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
  const end = size - tail.length + at
  // Nothing before the archive, between its directory and its end record, or after it.
  const isWhole = from + length === end && end + END_BYTES + tail.readUInt16LE(at + 20) === size
  if (!isWhole || length > DIRECTORY_BYTES) return undefined
  const directory = await bytesAt(file, from, from + length)
  const names: string[] = []
  for (let place = 0; place < directory.length;) {
    if (place + 46 > directory.length || directory.readUInt32LE(place) !== ENTRY) return undefined
    const nameEnd = place + 46 + directory.readUInt16LE(place + 28)
    names.push(directory.toString('utf8', place + 46, nameEnd))
    place = nameEnd + directory.readUInt16LE(place + 30) + directory.readUInt16LE(place + 32)
  }
  return names
}

export async function bytesAt(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, to - from))
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
  return bytes.subarray(0, bytesRead)
}
