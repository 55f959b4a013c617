/** Checks a received file and stores it until a post claims its key, however it came. */
import { randomBytes } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import { noRoomForFile } from '#server/platform/storage/room.ts'
import { problem } from '#server/platform/problems.ts'
import { fileProblem, type UploadedFile } from '#shared/uploads.ts'
import type { Scan } from './scan.ts'
import { sniff } from './sniff.ts'
import { storeUpload } from './store-upload.ts'

export interface FileStore {
  pool: pg.Pool
  blobs: Blobs
  scan: Scan
}

export const refusedFile = (message: string) => problem('uploads.refused', { message, field: 'file' })

/** The file at `path`, in a folder of temporary files. Throws a problem with a sentence if it is not accepted. */
export async function storeFile(
  path: string,
  { name, userId }: { name: string; userId: number },
  { pool, blobs, scan }: FileStore,
): Promise<UploadedFile> {
  const { size } = await stat(path)
  const found = fileProblem({ name, size })
  if (found !== null) throw refusedFile(found)
  await scan(path)
  const kind = await sniff(path, name, size)
  return storeUpload(path, { key: randomBytes(16).toString('base64url'), name, kind, userId }, { pool, blobs })
}

export interface Places {
  given: string
  drawn: string
  preview: string
}

/** Removes all temporary files, whatever happens. */
export async function withoutTraces<T>(blobs: Blobs, work: (places: Places) => Promise<T>): Promise<T> {
  const given = await blobs.unfinished()
  const places = { given, drawn: `${given}.drawn`, preview: `${given}.preview` }
  try {
    return await work(places)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw noRoomForFile()
  } finally {
    await Promise.all(Object.values(places).map((path) => rm(path, { force: true })))
  }
}
