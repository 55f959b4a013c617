/** Stored files in the backup. Each is stored once, under a name that only the key of the backup can connect with it. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Blobs, Store } from '#server/platform/blobs.ts'
import { openIfStored } from '#server/platform/blobs.ts'
import { StartError } from '#server/config.ts'
import { Readable } from 'node:stream'
import { expectedHash } from '#server/platform/storage/checked.ts'
import { isStored, storedKeys } from '#server/platform/storage/stored-keys.ts'
import { namesIn, nameOfFile, openFrom, removeFrom, sealInto, type BackupKeys } from './sealed.ts'
import type { BackupDestination } from './backup-destination.ts'

const DAY_MS = 86_400_000

export interface Place {
  destination: BackupDestination
  keys: BackupKeys
}

export interface Manifest {
  /** Each file that a row refers to, with the SHA-256 of what was stored. */
  files: { key: string; sha256: string }[]
  /** Referred to, and not in storage either. */
  missing: string[]
}

/** Stores the files that are not there yet. `known`: the hashes of an earlier manifest, so that nothing is read twice. */
export async function storeFiles(
  { destination, keys }: Place,
  { pool, blobs }: { pool: Pick<pg.Pool, 'query'>; blobs: Blobs },
  known: ReadonlyMap<string, string> = new Map(),
): Promise<Manifest & { bytes: number }> {
  const there = await namesIn(destination, 'files/')
  const done: Manifest & { bytes: number } = { files: [], missing: [], bytes: 0 }
  for await (const key of storedKeys(pool)) {
    const name = nameOfFile(keys, key)
    const sha256 = expectedHash(key) ?? known.get(key)
    if (there.has(name) && sha256) {
      done.files.push({ key, sha256 })
      continue
    }
    const content = await openIfStored(blobs, key)
    if (!content) {
      if (await isStored(pool, key)) done.missing.push(key)
      continue
    }
    const hash = createHash('sha256')
    done.bytes += await sealInto(
      destination,
      keys,
      name,
      content.map((chunk: Buffer) => (hash.update(chunk), chunk)) as AsyncIterable<Buffer>,
    )
    done.files.push({ key, sha256: hash.digest('hex') })
  }
  return done
}

/** The SHA-256 of a file in the backup. */
export async function hashInBackup({ destination, keys }: Place, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of openFrom(destination, keys, nameOfFile(keys, key))) hash.update(chunk)
  return hash.digest('hex')
}

/** Puts the files that rows refer to back into storage; returns those that are not in the backup. */
export async function restoreFiles(
  { destination, keys }: Place,
  { pool, store, onFile }: { pool: Pick<pg.Pool, 'query'>; store: Store; onFile?: () => void },
): Promise<{ restored: number; missing: string[] }> {
  const done = { restored: 0, missing: [] as string[] }
  for await (const key of storedKeys(pool)) {
    if ((await store.size(key)) !== undefined) continue
    try {
      await store.copyIn(key, Readable.from(openFrom(destination, keys, nameOfFile(keys, key)), { objectMode: false }))
      done.restored += 1
      onFile?.()
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      done.missing.push(key)
    }
  }
  return done
}

/** Removes files that no kept backup can need: in no manifest, and older than everything that can be restored. */
export async function removeOldFiles(
  { destination, keys }: Place,
  needed: Iterable<string>,
  days: number,
): Promise<number> {
  const names = new Set([...needed].map((key) => nameOfFile(keys, key)))
  let removed = 0
  for (const [name, changedAt] of await namesIn(destination, 'files/'))
    if (!names.has(name) && changedAt.getTime() < Date.now() - days * DAY_MS) {
      await removeFrom(destination, name)
      removed += 1
    }
  return removed
}
