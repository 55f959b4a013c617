/** What operators do with stored files: copy them to another store, check all of them, find those nobody refers to. */
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import type { Store } from '#server/platform/blobs.ts'
import { Problem } from '#server/platform/problems.ts'
import { expectedHash } from './checked.ts'
import { isStored, storedKeys } from './stored-keys.ts'

type Database = Pick<pg.Pool, 'query'>
/** A file that is younger may belong to a row that is about to be written. */
const ORPHAN_AFTER_MS = 24 * 3_600_000

const isMissing = (error: unknown) => (error as { code?: string }).code === 'ENOENT'
const isDamaged = (error: unknown) => error instanceof Problem && error.code === 'files.damaged'

export interface Copied {
  copied: number
  bytes: number
  /** Were there already. */
  present: number
  /** A row refers to them, and neither store has them. */
  missing: string[]
  damaged: string[]
}

/**
 * Copies what rows refer to, and reads each copy again. Members go on meanwhile: a file that was deleted during its copy
 * is deleted in the copy, too. Repeating it goes on where it stopped.
 */
export async function copyFiles(pool: Database, from: Store, to: Store, onFile = () => {}): Promise<Copied> {
  const done: Copied = { copied: 0, bytes: 0, present: 0, missing: [], damaged: [] }
  for await (const key of storedKeys(pool)) {
    onFile()
    const [size, there] = [await from.size(key), await to.size(key)]
    if (there !== undefined && (size === undefined || there === size)) done.present += 1
    else if (size === undefined) done.missing.push(key)
    else {
      try {
        await to.copyIn(key, await from.open(key))
        await readThrough(to, key)
        done.copied += 1
        done.bytes += size
      } catch (error) {
        if (isMissing(error)) continue
        if (!isDamaged(error)) throw error
        done.damaged.push(key)
      }
      if (!(await isStored(pool, key))) await to.remove(key)
    }
  }
  return done
}

/** Reads all of it, which compares it with its SHA-256. */
async function readThrough(store: Store, key: string) {
  const stream = await store.open(key)
  stream.resume()
  await finished(stream)
}

export interface Verified {
  good: number
  bytes: number
  /** Stored by an earlier version, which kept no SHA-256: they could be read, and that is all that is known. */
  unknown: number
  missing: string[]
  damaged: string[]
}

/** Reads every file that rows refer to. */
export async function verifyFiles(pool: Database, store: Store, onFile = () => {}): Promise<Verified> {
  const found: Verified = { good: 0, bytes: 0, unknown: 0, missing: [], damaged: [] }
  for await (const key of storedKeys(pool)) {
    onFile()
    try {
      const size = await store.size(key)
      await readThrough(store, key)
      found.bytes += size ?? 0
      if (expectedHash(key)) found.good += 1
      else found.unknown += 1
    } catch (error) {
      if (isMissing(error)) {
        // Deleted since its key was read?
        if (await isStored(pool, key)) found.missing.push(key)
      } else if (isDamaged(error)) found.damaged.push(key)
      else throw error
    }
  }
  return found
}

/** Files that no row refers to: left by a crash between the two, or by a restore. */
export async function findOrphans(pool: Database, store: Store): Promise<{ key: string; size: number }[]> {
  const referred = new Set<string>()
  for await (const key of storedKeys(pool)) referred.add(key)
  const orphans: { key: string; size: number }[] = []
  for await (const { key, size, changed_at } of store.keys())
    if (!referred.has(key) && changed_at.getTime() < Date.now() - ORPHAN_AFTER_MS) orphans.push({ key, size })
  return orphans
}

/** Returns the number removed. A file that a row refers to by now stays. */
export async function removeOrphans(
  pool: Database,
  store: Store,
  orphans: readonly { key: string }[],
): Promise<number> {
  let removed = 0
  for (const { key } of orphans)
    if (!(await isStored(pool, key))) {
      await store.remove(key)
      removed += 1
    }
  return removed
}
