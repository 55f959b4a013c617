/**
 * Files in a private bucket of any S3-compatible store. They are streamed through this server, which asks each time who
 * may read; the bucket gives nothing to anybody else. Every answer of the store is read completely, in windows, before
 * it is passed on: a store that is away, slow, or ends early is noticed before the first byte is sent.
 */
import { createWriteStream, openAsBlob } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { S3mini } from 's3mini'
import { StartError } from '#server/config.ts'
import {
  hashOfFile,
  keyOfBytes,
  keyOfFile,
  receiveCopy,
  unfinishedFiles,
  type ByteRange,
  type Store,
} from '#server/platform/blobs.ts'
import { FILE_MODE } from '#server/platform/private-files.ts'
import { away, checked, expectedHash, KEY, missing, requireKey } from './checked.ts'

const WINDOW_BYTES = 4_000_000
const TRIES = 3
const LIST_PAGE = 1_000
const TYPE = 'application/octet-stream'

export interface Bucket {
  /** `s3://bucket` or `s3://bucket/prefix`. */
  url: string
  endpoint: string
  region: string
  key: string
  secret: string
  /** For one window, or one part of a write; a store that is slower than that is treated as away. */
  readWithinMs?: number
  writeWithinMs?: number
}

type Failure = { status?: number; code?: string; cause?: Failure }
const statusOf = (error: unknown): number | undefined => (error as Failure).status ?? (error as Failure).cause?.status
const isMissing = (error: unknown) => statusOf(error) === 404 && !isNoBucket(error)
const isNoBucket = (error: unknown) => (error as Failure).code === 'NoSuchBucket'

/** Asks again after a failure of the connection or the store, but not after an answer such as "missing". */
async function trying<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (error) {
      const status = statusOf(error)
      if (tried >= TRIES || (status !== undefined && status < 500 && status !== 429)) throw error
    }
  }
}

/** The objects of a bucket, below a prefix. */
export function openBucket({ url, endpoint, region, key, secret, readWithinMs, writeWithinMs }: Bucket) {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(url) ?? []
  const at = prefix === '' ? '' : `${prefix}/`
  const client = (requestAbortTimeout: number) =>
    new S3mini({
      accessKeyId: key,
      secretAccessKey: secret,
      region,
      endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
      requestAbortTimeout,
    })
  const reads = client(readWithinMs ?? 15_000)
  const writes = client(writeWithinMs ?? 120_000)
  return {
    name: url,
    /** Only these bytes; rejects if the store sends fewer or others. */
    async window(name: string, { start, end }: ByteRange): Promise<Buffer> {
      return trying(async () => {
        const response = await reads.getObjectRaw(at + name, false, start, end + 1)
        const bytes = Buffer.from(await response.arrayBuffer())
        if (bytes.length !== end - start + 1) throw new Error('The store sent another number of bytes.')
        return bytes
      })
    },
    size: (name: string): Promise<number | undefined> =>
      trying(() => reads.getContentLength(at + name)).catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      }),
    /** Of one piece, compared by the store if it can; of several, each is retried. */
    async put(name: string, content: Blob | Uint8Array, sha256?: string) {
      const isOne = (content instanceof Blob ? content.size : content.length) <= writes.minPartSize
      const checksum: Record<`x-amz-${string}`, string> =
        isOne && sha256 ? { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') } : {}
      await trying(() => writes.putAnyObject(at + name, content, TYPE, undefined, checksum))
    },
    remove: async (name: string): Promise<void> => void (await trying(() => writes.deleteObject(at + name))),
    async *list(under = ''): AsyncIterable<{ name: string; size: number; changed_at: Date }> {
      let token: string | undefined
      do {
        const after = token
        const page = await trying(() => reads.listObjectsPaged('/', at + under, LIST_PAGE, after))
        for (const { Key, Size, LastModified } of page?.objects ?? [])
          yield { name: Key.slice(at.length), size: Number(Size), changed_at: new Date(LastModified) }
        token = page?.nextContinuationToken
      } while (token)
    },
    /** Throws a StartError if the bucket can't be used. */
    async require(): Promise<void> {
      const failed = (why: string) => new StartError(`The bucket ${url} at ${endpoint} can’t be used: ${why}`)
      const page = await trying(() => reads.listObjectsPaged('/', at, LIST_PAGE)).catch((error: unknown) => {
        const status = statusOf(error)
        if (status === 403) throw failed('FILES_S3_KEY or FILES_S3_SECRET is wrong, or the key has no rights there.')
        throw failed(
          `the store isn’t responding (${(error as Failure).cause?.code ?? status ?? (error as Error).name}).`,
        )
      })
      if (!page) throw failed('there is no such bucket. Create it, and keep it private.')
    },
  }
}
export type OpenBucket = ReturnType<typeof openBucket>

const failing = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw isMissing(error) ? missing() : away(error)
  })

/** Reads one file, compared as `Blobs.open` promises. */
function opener(bucket: OpenBucket, waiting: ReturnType<typeof unfinishedFiles>): Store['open'] {
  const windows = (key: string, range: ByteRange) => windowed(range, (part) => failing(bucket.window(key, part)))
  return async (key, range) => {
    if (range) return windows(requireKey(key), range)
    const length = await failing(bucket.size(requireKey(key)))
    if (length === undefined) throw missing()
    const all = { start: 0, end: length - 1 }
    const spooled = await waiting.unfinished()
    try {
      return await checked(key, length, {
        bytes: async () => (length === 0 ? Buffer.alloc(0) : buffer(await windows(key, all))),
        hash: async () => {
          await pipeline(await windows(key, all), createWriteStream(spooled, { mode: FILE_MODE }))
          return hashOfFile(spooled)
        },
        stream: async () => (await openOnce(spooled)) ?? windows(key, all),
      })
    } finally {
      await rm(spooled, { force: true })
    }
  }
}

/** `folder` is local, for files that are still being received and for those that are compared before they are sent. */
export function s3Blobs(settings: Bucket, folder: string): Store {
  const bucket = openBucket(settings)
  const waiting = unfinishedFiles(folder)
  const size = (key: string) => failing(bucket.size(requireKey(key)))
  const store = async (key: string, file: string) => {
    await failing(bucket.put(key, await openAsBlob(file), expectedHash(key)))
    if ((await size(key)) !== (await stat(file)).size) throw away(new Error('The store kept another number of bytes.'))
    return key
  }
  return {
    name: settings.url,
    ...waiting,
    async put(bytes) {
      const key = keyOfBytes(bytes)
      if ((await size(key)) === undefined) await failing(bucket.put(key, bytes, expectedHash(key)))
      return key
    },
    open: opener(bucket, waiting),
    size,
    openLocal: async () => undefined,
    async adopt(source) {
      const key = await store(await keyOfFile(source), source)
      await rm(source, { force: true })
      return key
    },
    remove: (key) => failing(bucket.remove(requireKey(key))),
    async *keys() {
      for await (const { name, ...found } of bucket.list()) if (KEY.test(name)) yield { key: name, ...found }
    },
    copyIn: (key, content) => receiveCopy({ waiting, key, content }, (part) => store(key, part)),
  }
}

/** An open file outlives its name, so the copy is gone with its reader. Undefined if there is no copy. */
const openOnce = (file: string) =>
  open(file).then(
    (handle) => handle.createReadStream(),
    () => undefined,
  )

/** The first window is read before this resolves, so that a failure can still be answered with a sentence. */
async function windowed(range: ByteRange, read: (part: ByteRange) => Promise<Buffer>): Promise<Readable> {
  const part = (start: number) => ({ start, end: Math.min(start + WINDOW_BYTES - 1, range.end) })
  const first = await read(part(range.start))
  async function* all() {
    yield first
    for (let at = range.start + first.length; at <= range.end; at += WINDOW_BYTES) yield await read(part(at))
  }
  return Readable.from(all(), { objectMode: false })
}
