/** Compares what a store returns with the SHA-256 in its key, so that nobody gets half a file or another one. */
import { createHash } from 'node:crypto'
import { Readable, Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { log } from '#server/platform/log/log.ts'
import { problem } from '#server/platform/problems.ts'

/** Such files are read into memory once; larger ones are read twice, or stored here until they are compared. */
const IN_MEMORY_BYTES = 1_000_000
/** Everything that members attach is smaller. Videos are larger, and players ask for ranges of them. */
export const VERIFIED_FIRST_BYTES = 32_000_000

export const SHA256_LENGTH = 64
/** 64 characters in files of earlier versions: the content's SHA-256, or random. */
export const KEY = /^[0-9a-f]{64}([0-9a-f]{32})?$/

export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new Error('A storage key is 96 hexadecimal characters.')
  return key
}

/** The SHA-256 that the content must have; undefined for keys of earlier versions, which may be random. */
export const expectedHash = (key: string): string | undefined =>
  key.length > SHA256_LENGTH ? key.slice(-SHA256_LENGTH) : undefined

export const missing = () => Object.assign(new Error('ENOENT: no such file in storage'), { code: 'ENOENT' })

export function damaged() {
  log.error({}, 'a stored file is damaged')
  return problem('files.damaged', {
    message: 'This file was damaged in storage, so we don’t show it. Contact support to have it restored.',
    status: 500,
  })
}

export function away(error: unknown) {
  log.error({ error }, 'file storage does not answer')
  return problem('files.away', {
    message: 'File storage isn’t responding right now. Nothing was lost; try again shortly.',
    status: 503,
  })
}

/** Ways to read one file. `hash` reads all of it. */
export interface Source {
  bytes(): Promise<Buffer>
  hash(): Promise<string>
  stream(): Promise<Readable>
}

/** The content, compared as `Blobs.open` promises. */
export async function checked(key: string, size: number, source: Source): Promise<Readable> {
  const hash = expectedHash(key)
  if (size <= IN_MEMORY_BYTES) {
    const bytes = await source.bytes()
    if (bytes.length !== size || (hash && createHash('sha256').update(bytes).digest('hex') !== hash)) throw damaged()
    return Readable.from([bytes], { objectMode: false })
  }
  if (!hash) return source.stream()
  if (size <= VERIFIED_FIRST_BYTES) {
    if ((await source.hash()) !== hash) throw damaged()
    return source.stream()
  }
  return heldBack(await source.stream(), hash)
}

/** Passes each chunk on when the next one arrived, and the last one only if everything is as it was stored. */
export function heldBack(stream: Readable, expected: string): Readable {
  const hash = createHash('sha256')
  let held: Buffer | undefined
  const comparing = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      hash.update(chunk)
      const before = held
      held = chunk
      done(null, before)
    },
    flush(done: TransformCallback) {
      if (hash.digest('hex') === expected) done(null, held)
      else done(damaged())
    },
  })
  // The reader sees the failure; without it nobody listens.
  pipeline(stream, comparing).catch(() => undefined)
  return comparing
}
