/** The best threads so far, each with its best document. */
import type { Held } from './held.ts'

export interface Place {
  held: Held
  document: number
  id: number
  thread: number
  score: number
  date: number
}

/** By score; of equal ones the newest first. */
export const byScore = (a: Place, b: Place): number => b.score - a.score || b.date - a.date || b.id - a.id

export class Best {
  readonly #size: number
  readonly #places: Place[] = []
  readonly #byThread = new Map<number, number>()
  #worst = 0
  /** What a document must reach to enter. */
  least = Number.NEGATIVE_INFINITY

  constructor(size: number) {
    this.#size = size
  }

  offer(place: Place): void {
    if (place.score < this.least) return
    const known = this.#byThread.get(place.thread)
    if (known !== undefined) {
      if (byScore(place, this.#places[known]!) < 0) this.#put(known, place)
    } else if (this.#places.length < this.#size) this.#put(this.#places.length, place)
    else if (byScore(place, this.#places[this.#worst]!) < 0) {
      this.#byThread.delete(this.#places[this.#worst]!.thread)
      this.#put(this.#worst, place)
    }
  }

  ranked(): Place[] {
    return this.#places.toSorted(byScore)
  }

  #put(at: number, place: Place): void {
    this.#places[at] = place
    this.#byThread.set(place.thread, at)
    if (this.#places.length < this.#size) return
    this.#worst = 0
    for (let each = 1; each < this.#size; each++)
      if (byScore(this.#places[each]!, this.#places[this.#worst]!) > 0) this.#worst = each
    this.least = this.#places[this.#worst]!.score
  }
}
