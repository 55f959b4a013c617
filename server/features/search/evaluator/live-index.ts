/** The stored segments and, after them, what has changed since: small segments in memory, merged as they become many. */
import { buildSegment, mergeSegments, type Document } from '../segments/build.ts'
import { Held } from './held.ts'
import type { Segment } from '../segments/segment.ts'

/** A small segment joins the one before it once that is less than this many times larger. */
const TIMES = 4

export class LiveIndex {
  readonly #stored: readonly Held[]
  readonly #tail: Held[] = []

  /** Oldest first. What a newer segment holds or has seen go counts in it alone. */
  constructor(segments: readonly Segment[]) {
    this.#stored = segments.map((segment) => new Held(segment))
    this.#stored.forEach(({ segment: { ids, gone } }, at) => {
      for (const older of this.#stored.slice(0, at)) {
        for (const id of ids) older.kill(id)
        for (const id of gone) older.kill(id)
      }
    })
  }

  get held(): readonly Held[] {
    return [...this.#stored, ...this.#tail]
  }

  /** `changed`: items that may be other than before; `documents`: those of them that exist, as they are now. */
  apply(changed: readonly number[], documents: readonly Document[]): void {
    for (const held of this.held) for (const id of changed) held.kill(id)
    if (documents.length === 0) return
    this.#tail.push(new Held(buildSegment(documents)))
    while (this.#tail.length > 1 && this.#tail.at(-2)!.living < TIMES * this.#tail.at(-1)!.living) {
      const last = this.#tail.splice(-2)
      this.#tail.push(new Held(mergeSegments(last, { isOldest: true })))
    }
  }
}
