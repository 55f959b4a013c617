/**
 * Stores files in a local folder. The key is the SHA-256 of the content or, for files that must be deletable one by
 * one, a random key in the same format. No part of the path comes from a member.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { FILE_MODE, FOLDER_MODE } from '#server/platform/private-files.ts'

export interface Blobs {
  /** Stores the bytes under their SHA-256 and returns that key. */
  put(bytes: Uint8Array): Promise<string>
  /** With a range, only these bytes, the last one included. */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** In bytes; undefined if there is no such file. */
  size(key: string): Promise<number | undefined>
  /** Returns a path in the same folder for a file that is still being received. */
  unfinished(): Promise<string>
  /** Moves a finished file into storage under its own random key. */
  adopt(path: string): Promise<string>
  remove(key: string): Promise<void>
  /** Deletes unfinished files that an interrupted upload left behind. */
  sweepUnfinished(): Promise<void>
}

const UNFINISHED = 'unfinished'
const UNFINISHED_MS = 3_600_000

export function localBlobs(folder: string): Blobs {
  const place = (key: string) => {
    if (!/^[0-9a-f]{64}$/.test(key)) throw new Error('A storage key is a SHA-256 in hexadecimal.')
    return path.join(folder, key.slice(0, 2), key)
  }
  return {
    async put(bytes) {
      const key = createHash('sha256').update(bytes).digest('hex')
      const file = place(key)
      const exists = await stat(file).then(
        () => true,
        () => false,
      )
      if (exists) return key
      await mkdir(path.dirname(file), { recursive: true, mode: FOLDER_MODE })
      const unfinished = `${file}.${process.pid}.part`
      try {
        await writeFile(unfinished, bytes, { flush: true, mode: FILE_MODE })
        await rename(unfinished, file)
      } finally {
        await rm(unfinished, { force: true })
      }
      return key
    },
    async open(key, range) {
      await stat(place(key))
      return createReadStream(place(key), range)
    },
    size: (key) =>
      stat(place(key)).then(
        (found) => found.size,
        () => undefined,
      ),
    async unfinished() {
      const waiting = path.join(folder, UNFINISHED)
      await mkdir(waiting, { recursive: true, mode: FOLDER_MODE })
      return path.join(waiting, randomBytes(16).toString('hex'))
    },
    async adopt(source) {
      const key = randomBytes(32).toString('hex')
      await mkdir(path.dirname(place(key)), { recursive: true, mode: FOLDER_MODE })
      await chmod(source, FILE_MODE)
      await rename(source, place(key))
      return key
    },
    remove: (key) => rm(place(key), { force: true }),
    async sweepUnfinished() {
      const waiting = path.join(folder, UNFINISHED)
      for (const name of await readdir(waiting).catch(() => [])) {
        const file = path.join(waiting, name)
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }))
        if (mtimeMs < Date.now() - UNFINISHED_MS) await rm(file, { force: true })
      }
    },
  }
}
