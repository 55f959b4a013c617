/** The stores that the settings name. */
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { localBlobs, type Blobs, type Store } from '#server/platform/blobs.ts'
import { openBucket, s3Blobs, type Bucket } from './s3-blobs.ts'
import { bothStores } from './two-stores.ts'

type FileSettings = Pick<
  Config,
  | 'dataDir'
  | 'FILES_URL'
  | 'FILES_OTHER_URL'
  | 'FILES_S3_ENDPOINT'
  | 'FILES_S3_REGION'
  | 'FILES_S3_KEY'
  | 'FILES_S3_SECRET'
>

export const filesFolder = (dataDir: string) => path.join(dataDir, 'files')

export const bucketOf = (config: FileSettings, url: string): Bucket => ({
  url,
  endpoint: config.FILES_S3_ENDPOINT!,
  region: config.FILES_S3_REGION,
  key: config.FILES_S3_KEY!,
  secret: config.FILES_S3_SECRET!,
})

const isBucket = (url: string | undefined): url is string => url?.startsWith('s3:') ?? false

export function storesOf(config: FileSettings): { main: Store; other: Store | undefined } {
  const folder = filesFolder(config.dataDir)
  const storeAt = (url: string | undefined) =>
    isBucket(url) ? s3Blobs(bucketOf(config, url), folder) : localBlobs(folder)
  return {
    main: storeAt(config.FILES_URL),
    other: config.FILES_OTHER_URL ? storeAt(config.FILES_OTHER_URL) : undefined,
  }
}

export function openBlobs(config: FileSettings): Blobs {
  const { main, other } = storesOf(config)
  return other ? bothStores(main, other) : main
}

/** Throws a StartError if a bucket of the settings can't be used. */
export async function requireBuckets(config: FileSettings): Promise<void> {
  for (const url of [config.FILES_URL, config.FILES_OTHER_URL])
    if (isBucket(url)) await openBucket(bucketOf(config, url)).require()
}
