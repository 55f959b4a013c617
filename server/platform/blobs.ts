/**
 * Where files are stored: in a local folder (here), or in a bucket (`storage/s3-blobs.ts`). A key of this version is
 * 32 random characters followed by the SHA-256 of the content, so whoever reads a file can tell whether it is whole and
 * unchanged, in every store and every backup, without asking anybody. No part of a key comes from a member.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import {
  chmod,
  mkdir,
  open as openFile,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FILE_MODE, FOLDER_MODE } from '#server/platform/private-files.ts'
import { checked, damaged, expectedHash, KEY, requireKey, SHA256_LENGTH } from './storage/checked.ts'

export interface ByteRange {
  start: number
  /** Included. */
  end: number
}

export interface Blobs {
  /** Stores the bytes under a key that depends only on them, so the same bytes are stored once. */
  put(bytes: Uint8Array): Promise<string>
  /**
   * A whole file is compared with its SHA-256: before its first byte up to `VERIFIED_FIRST_BYTES`, and before its last
   * bytes if it is larger. With a range, only these bytes, which can't be compared. Rejects with `ENOENT` if there is no
   * such file, and with a Problem if the store doesn't respond or the file is damaged.
   */
  open(key: string, range?: ByteRange): Promise<Readable>
  /** The file, if it is on this machine: a range of it can be read without a stream. */
  openLocal(key: string): Promise<FileHandle | undefined>
  /** In bytes; undefined if there is no such file. */
  size(key: string): Promise<number | undefined>
  /** Returns a path on this machine for a file that is still being received. */
  unfinished(): Promise<string>
  /** Moves a finished file into storage under its own key, so that it can be deleted alone. */
  adopt(path: string): Promise<string>
  remove(key: string): Promise<void>
  /** Deletes unfinished files that an interrupted upload left behind. */
  sweepUnfinished(): Promise<void>
}

/** A store that can be listed and copied into, for `npm run files` and backups. */
export interface Store extends Blobs {
  /** For messages: a folder or `s3://bucket`. */
  name: string
  keys(): AsyncIterable<{ key: string; size: number; changed_at: Date }>
  /** Stores a file that is under this key elsewhere. Rejects if its content is not what the key says. */
  copyIn(key: string, content: Readable): Promise<void>
}

const HASHED_AT_ONCE = 262_144
const UNFINISHED = 'unfinished'
const UNFINISHED_MS = 3_600_000
/** Instead of the random part, if the content alone makes the key. */
const SHARED = '0'.repeat(32)

export const keyOfBytes = (bytes: Uint8Array) => SHARED + createHash('sha256').update(bytes).digest('hex')

/** Reads with one buffer that is used again, so that a large file leaves no garbage to collect. */
export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafeSlow(HASHED_AT_ONCE)
  const opened = await openFile(file)
  try {
    for (;;) {
      const { bytesRead } = await opened.read(buffer, 0, buffer.length)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await opened.close()
  }
}

export const keyOfFile = async (file: string) => randomBytes(16).toString('hex') + (await hashOfFile(file))

/** The file, or undefined if there is none. Other failures of the store are no answer to that question. */
export const openIfStored = (blobs: Blobs, key: string): Promise<Readable | undefined> =>
  blobs.open(key).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** The folder for files that are still being received; both stores use it. */
export function unfinishedFiles(folder: string) {
  const waiting = path.join(folder, UNFINISHED)
  return {
    async unfinished() {
      await mkdir(waiting, { recursive: true, mode: FOLDER_MODE })
      return path.join(waiting, randomBytes(16).toString('hex'))
    },
    async sweepUnfinished() {
      for (const name of await readdir(waiting).catch(() => [])) {
        const file = path.join(waiting, name)
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }))
        if (mtimeMs < Date.now() - UNFINISHED_MS) await rm(file, { force: true })
      }
    },
  }
}

interface Copy {
  waiting: ReturnType<typeof unfinishedFiles>
  key: string
  content: Readable
}

/** Writes the copy to a file on this machine, and gives it to `keep` if its content is what the key says. */
export async function receiveCopy({ waiting, key, content }: Copy, keep: (part: string) => Promise<unknown>) {
  const part = await waiting.unfinished()
  try {
    await pipeline(content, createWriteStream(part, { flush: true, mode: FILE_MODE }))
    const hash = expectedHash(requireKey(key))
    if (hash && (await hashOfFile(part)) !== hash) throw damaged()
    await keep(part)
  } finally {
    await rm(part, { force: true })
  }
}

export function localBlobs(folder: string): Store {
  // All keys that depend on the content alone begin the same way, so the subfolder is named by the end of the key; it was
  // named by the beginning of the shorter keys of earlier versions.
  const subfolderOf = (key: string) => (requireKey(key).length === SHA256_LENGTH ? key.slice(0, 2) : key.slice(-2))
  const place = (key: string) => path.join(folder, subfolderOf(key), key)
  const makeSubfolder = (key: string) => mkdir(path.dirname(place(key)), { recursive: true, mode: FOLDER_MODE })
  const waiting = unfinishedFiles(folder)
  const size = (key: string) =>
    stat(place(key)).then(
      (found) => found.size,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      },
    )
  return {
    name: folder,
    ...waiting,
    size,
    openLocal: (key) => openFile(place(key)).catch(() => undefined),
    async put(bytes) {
      const key = keyOfBytes(bytes)
      if ((await size(key)) !== undefined) return key
      await makeSubfolder(key)
      const part = `${place(key)}.${process.pid}.part`
      try {
        await writeFile(part, bytes, { flush: true, mode: FILE_MODE })
        await rename(part, place(key))
      } finally {
        await rm(part, { force: true })
      }
      return key
    },
    async open(key, range) {
      const file = place(key)
      const { size: length } = await stat(file)
      if (range) return createReadStream(file, range)
      return checked(key, length, {
        bytes: () => readFile(file),
        hash: () => hashOfFile(file),
        stream: async () => createReadStream(file),
      })
    },
    async adopt(source) {
      const key = await keyOfFile(source)
      await makeSubfolder(key)
      await chmod(source, FILE_MODE)
      await rename(source, place(key))
      return key
    },
    remove: (key) => rm(place(key), { force: true }),
    keys: () => filesInSubfolders(folder),
    copyIn: (key, content) =>
      receiveCopy({ waiting, key, content }, async (part) => {
        await makeSubfolder(key)
        await rename(part, place(key))
      }),
  }
}

async function* filesInSubfolders(folder: string) {
  const subfolders = await readdir(folder).catch(() => [])
  for (const subfolder of subfolders.filter((name) => /^[0-9a-f]{2}$/.test(name)))
    for await (const { name } of await opendir(path.join(folder, subfolder))) {
      const found = KEY.test(name) && (await stat(path.join(folder, subfolder, name)).catch(() => undefined))
      if (found) yield { key: name, size: found.size, changed_at: found.mtime }
    }
}
