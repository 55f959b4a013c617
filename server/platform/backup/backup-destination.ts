/** Where backups go: a folder, which may be another disk or a mounted share, or a bucket. */
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { StartError, type Config } from '#server/config.ts'
import { FOLDER_MODE } from '#server/platform/private-files.ts'
import { bucketOf } from '#server/platform/storage/open-blobs.ts'
import { openBucket } from '#server/platform/storage/s3-blobs.ts'

export interface BackupDestination {
  /** For messages. */
  place: string
  put(name: string, bytes: Uint8Array): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  remove(name: string): Promise<void>
  /** All names that begin with this text. */
  list(under: string): AsyncIterable<{ name: string; changed_at: Date }>
}

const undefinedIfMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined
  throw error
}

export function folderDestination(folder: string): BackupDestination {
  return {
    place: folder,
    async put(name, bytes) {
      const file = path.join(folder, name)
      await mkdir(path.dirname(file), { recursive: true, mode: FOLDER_MODE })
      const part = `${file}.part`
      const handle = await open(part, 'w', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(part, file)
    },
    get: (name) => readFile(path.join(folder, name)).catch(undefinedIfMissing),
    remove: (name) => rm(path.join(folder, name), { force: true }),
    async *list(under) {
      const above = path.join(folder, under.slice(0, under.lastIndexOf('/') + 1))
      const found = await readdir(above, { withFileTypes: true, recursive: true }).catch(undefinedIfMissing)
      for (const entry of found ?? []) {
        const file = path.join(entry.parentPath, entry.name)
        const name = path.relative(folder, file).split(path.sep).join('/')
        if (!entry.isFile() || !name.startsWith(under) || name.endsWith('.part')) continue
        const facts = await stat(file).catch(undefinedIfMissing)
        if (facts) yield { name, changed_at: facts.mtime }
      }
    },
  }
}

export function bucketDestination(config: Config, url: string): BackupDestination {
  if (!config.FILES_S3_ENDPOINT || !config.FILES_S3_KEY || !config.FILES_S3_SECRET)
    throw new StartError('Backups in a bucket need FILES_S3_ENDPOINT, FILES_S3_KEY and FILES_S3_SECRET.')
  const bucket = openBucket(bucketOf(config, url))
  return {
    place: url,
    put: (name, bytes) => bucket.put(name, bytes),
    async get(name) {
      const size = await bucket.size(name)
      return size === undefined ? undefined : bucket.window(name, { start: 0, end: size - 1 })
    },
    remove: (name) => bucket.remove(name),
    list: (under) => bucket.list(under),
  }
}

export const openDestination = (config: Config, place: string): BackupDestination =>
  place.startsWith('s3:') ? bucketDestination(config, place) : folderDestination(path.resolve(place))
