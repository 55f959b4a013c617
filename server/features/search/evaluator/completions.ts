/** What an unfinished word may become, by what the viewer may read. */
import { wordsThatBegin } from '../segments/segment.ts'
import { readableIn } from './corrections.ts'
import type { Held } from './held.ts'
import type { Reader } from './question.ts'

/** With more, results of short beginnings take too long, and the rarer words say little. */
const COMPLETIONS = 4

export interface Unfinished {
  beginning: string
  /** Words that begin so when they are spelt out, but not as they are indexed. */
  others: readonly string[]
}

/** The commonest first. Words are checked by how common they are in all, which is never less than for the viewer. */
export function completionsOf(index: readonly Held[], reader: Reader, { beginning, others }: Unfinished): string[] {
  const totals = new Map<string, number>()
  for (const { segment } of index)
    for (const [word, often] of wordsThatBegin(segment, beginning)) totals.set(word, (totals.get(word) ?? 0) + often)
  for (const word of others) totals.set(word, Infinity)
  const { count, itemWith } = readableIn(index, reader)
  const best: { word: string; often: number }[] = []
  for (const [word, total] of [...totals].sort(([, a], [, b]) => b - a)) {
    if (best.length === COMPLETIONS && total < best.at(-1)!.often) break
    const often = count(word) || Number(itemWith(word) !== undefined)
    if (often === 0) continue
    best.push({ word, often })
    best.sort((a, b) => b.often - a.often || (a.word < b.word ? -1 : 1))
    best.splice(COMPLETIONS)
  }
  return best.map(({ word }) => word)
}
