/**
 * While files move from one store to another, both are read, and what is deleted is deleted in both. New files go to the
 * first.
 */
import type { Blobs } from '#server/platform/blobs.ts'

export function bothStores(first: Blobs, second: Blobs): Blobs {
  return {
    ...first,
    async open(key, range) {
      try {
        return await first.open(key, range)
      } catch (error) {
        // Missing, damaged, or out of reach there. If the second has no good copy either, the first says why.
        return second.open(key, range).catch(() => {
          throw error
        })
      }
    },
    async size(key) {
      const found = await first.size(key).catch((error: unknown) => error as Error)
      if (typeof found === 'number') return found
      const other = await second.size(key)
      if (other === undefined && found instanceof Error) throw found
      return other
    },
    async remove(key) {
      await Promise.all([first.remove(key), second.remove(key)])
    },
  }
}
