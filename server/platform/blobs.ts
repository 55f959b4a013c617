/** Files by the digest of their content in a local folder. The path never comes from a member. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

export interface Blobs {
  /** Stores the bytes under their digest and returns that key. */
  put(bytes: Uint8Array): Promise<string>
  open(key: string): Promise<Readable>
}

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
      await mkdir(path.dirname(file), { recursive: true })
      const unfinished = `${file}.${process.pid}.part`
      await writeFile(unfinished, bytes, { flush: true })
      await rename(unfinished, file)
      return key
    },
    async open(key) {
      await stat(place(key))
      return createReadStream(place(key))
    },
  }
}
