/** For words that stand nowhere for the viewer: the nearest one that does, by what the viewer may read. */
import { Cursor } from '../segments/cursor.ts'
import type { Held } from './held.ts'
import { publicSets, rangesOf, type Reader } from './question.ts'

export interface Misspelt {
  typed: string
  /** As indexed, with its other spellings. */
  words: readonly string[]
  /** Known words, nearest first. */
  near: readonly { word: string; lexeme: string; steps: number; likeness: number }[]
}
export interface Correction {
  typed: string
  meant: string
  /** An item with the word that the viewer may read. */
  item: number
}

export function correct(index: readonly Held[], reader: Reader, misspelt: readonly Misspelt[]): Correction[] {
  const readable = readableIn(index, reader)
  return misspelt.flatMap(({ typed, words, near }) => {
    if (words.some((word) => readable.itemWith(word) !== undefined)) return []
    const known = near
      .map((each) => ({ ...each, often: readable.count(each.lexeme) }))
      .sort((a, b) => a.steps - b.steps || b.often - a.often || b.likeness - a.likeness || (a.word < b.word ? -1 : 1))
    for (const { word, lexeme } of known) {
      const item = readable.itemWith(lexeme)
      if (item !== undefined) return [{ typed, meant: word, item }]
    }
    return []
  })
}

/** Counts are of what everybody in the viewer's channels may read; items also of what only the viewer may. */
export function readableIn(index: readonly Held[], reader: Reader) {
  const parts = index.map((held) => ({ held, sets: publicSets(held, reader), ranges: rangesOf(held, reader) }))
  const count = (word: string): number =>
    parts.reduce((sum, { held, sets }) => {
      const bySet = held.countsOf(word)
      return bySet ? sets.reduce((all, set) => all + bySet[set]!, sum) : sum
    }, 0)
  const itemWith = (word: string): number | undefined => {
    for (const { held, ranges } of parts) {
      const number = held.numberOf(word)
      if (number < 0) continue
      const cursor = new Cursor(held.segment, number)
      for (const [from, to] of ranges)
        for (let document = cursor.seek(from); document < to; document = cursor.next())
          if (held.dead[document] === 0) return held.segment.ids[document]
    }
    return undefined
  }
  return { count, itemWith }
}
