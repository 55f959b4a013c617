import { writeFile } from 'node:fs/promises'
import type { Blobs } from '#server/platform/blobs.ts'
import { FILE_MODE } from '#server/platform/private-files.ts'

/** Stores bytes that the server made under a random key, so that they can be deleted alone. */
export async function storeBytes(blobs: Blobs, bytes: Uint8Array): Promise<string> {
  const file = await blobs.unfinished()
  await writeFile(file, bytes, { flush: true, mode: FILE_MODE })
  return blobs.adopt(file)
}
